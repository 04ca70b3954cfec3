// Names that windows.h and Xlib.h define as macros, with the same meaning.

// windows.h
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define small char
#define interface struct
#define hyper __int64
#define pascal __stdcall
#define cdecl
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define ERROR 0
#define DELETE 0x00010000L
#define STRICT 1
#define OPAQUE 2
#define TRANSPARENT 1
#define ABSOLUTE 1
#define RELATIVE 2
#define NO_ERROR 0L
#define Yield()
#define GetObject GetObjectA
#define GetMessage GetMessageA
#define DrawText DrawTextA
#define LoadImage LoadImageA

// Xlib.h
#define None 0L
#define Bool int
#define Status int
#define True 1
#define False 0
#define Success 0
#define Always 2
#define Never 0
#define Above 0
#define Below 1
#define Unsorted 0
#define Complex 0
#define Nonconvex 1
#define Convex 2
#define CurrentTime 0L
#define CursorShape 0
#define Expose 12
#define FocusIn 9
#define FocusOut 10
#define GrayScale 1
#define KeyPress 2
#define KeyRelease 3
#define ButtonPress 4
#define ControlMask (1 << 2)
#define DestroyAll 0
#define ParentRelative 1L
#define CopyFromParent 0L
