// Tests the browser's window with a simulated user: real key and mouse events, on a screen of its own.

#include <pliant_catch.h>
#include <pliant_screen.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "../RunProgram.h"
#include "xlib.h"

namespace {

constexpr int kScreenWidth = 1000, kScreenHeight = 500;
// The lower half of the scene's region. The labels with times are above it.
constexpr int kLeft = 250, kRight = 750, kTop = 250;
constexpr int kMiddle[] = {(kLeft + kRight) / 2, 330};

using Pixels = std::vector<unsigned long>;

/// The browser, started with settings in a folder of its own, and its simulated user.
class Visitor {
 public:
  Visitor(const ScratchFolder& settings, const Words& arguments) {
    pliant::test::Screen::instance();
    ::setenv("XDG_CONFIG_HOME", settings.path("").c_str(), 1);
    m_child = startPliant(with({"browse"}, arguments));
    // A closed window fails the test. Xlib's default handler would end the process.
    ::XSetErrorHandler([](Display*, XErrorEvent*) { return 0; });
    m_display = ::XOpenDisplay(nullptr);
    REQUIRE(m_display != nullptr);
    waitUntil([&] { return find(); });
    ::XSetInputFocus(m_display, m_window, RevertToNone, CurrentTime);
    ::XSync(m_display, False);
  }
  ~Visitor() {
    ::XCloseDisplay(m_display);
    if (m_child > 0) {
      ::kill(m_child, SIGKILL);
      ::waitpid(m_child, nullptr, 0);
    }
  }
  Visitor(const Visitor&) = delete;
  Visitor& operator=(const Visitor&) = delete;

  Pixels picture() const {
    XImage* const image =
        ::XGetImage(m_display, m_window, kLeft, kTop, kRight - kLeft, kScreenHeight - kTop, AllPlanes, ZPixmap);
    REQUIRE(image != nullptr);
    Pixels pixels;
    for (int y = 0; y < image->height; ++y)
      for (int x = 0; x < image->width; ++x) pixels.push_back(XGetPixel(image, x, y) & 0xffffff);
    XDestroyImage(image);
    return pixels;
  }
  /// Returns the picture after it has stayed the same for half a second.
  Pixels settled() const {
    Pixels last = picture();
    int same = 0;
    waitUntil([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
      Pixels now = picture();
      same = now == last ? same + 1 : 0;
      last = std::move(now);
      return same >= 10;
    });
    return last;
  }
  void untilOther(const Pixels& than) const {
    waitUntil([&] { return picture() != than; });
  }
  void untilSame(const Pixels& as) const {
    waitUntil([&] { return picture() == as; });
  }

  void key(KeySym symbol, bool down) const {
    XEvent event{};
    event.xkey.type = down ? KeyPress : KeyRelease;
    event.xkey.keycode = ::XKeysymToKeycode(m_display, symbol);
    fill(event.xkey);
    send(event);
  }
  void press(KeySym symbol) const {
    key(symbol, true);
    key(symbol, false);
  }
  /// Presses the key. Returns the picture that it makes of another one.
  Pixels pressToOther(KeySym symbol, const Pixels& than) const {
    press(symbol);
    untilOther(than);
    return settled();
  }
  /// Presses the key twice in less time than a frame takes.
  void pressTwice(KeySym symbol) {
    m_hastes = true;
    press(symbol);
    press(symbol);
    m_hastes = false;
    rest();
  }
  void button(unsigned which, bool down) const {
    XEvent event{};
    event.xbutton.type = down ? ButtonPress : ButtonRelease;
    event.xbutton.button = which;
    fill(event.xbutton);
    send(event);
  }
  void moveTo(int x, int y) const {
    ::XWarpPointer(m_display, None, m_window, 0, 0, 0, 0, x, y);
    ::XSync(m_display, False);
    rest();
  }
  void drag(unsigned which) const {
    moveTo(kMiddle[0], kMiddle[1]);
    button(which, true);
    for (int i = 1; i <= 4; ++i) moveTo(kMiddle[0] + 12 * i, kMiddle[1] + 5 * i);
    button(which, false);
  }
  /// Repeats the drag until the picture changes. In one slow frame the button is only pressed and released.
  void dragUntilOther(unsigned which, const Pixels& than) const {
    waitUntil([&] {
      drag(which);
      return picture() != than;
    });
  }
  /// Repeats the key press. In one slow frame an earlier move may be processed after the key.
  void pressUntilSame(KeySym symbol, const Pixels& as) const {
    waitUntil([&] {
      press(symbol);
      return picture() == as;
    });
  }
  /// Changes the size as a window manager does.
  void resize(int width, int height) const {
    ::XResizeWindow(m_display, m_window, static_cast<unsigned>(width), static_cast<unsigned>(height));
    ::XSync(m_display, False);
  }
  std::array<int, 2> size() const {
    XWindowAttributes attributes{};
    REQUIRE(::XGetWindowAttributes(m_display, m_window, &attributes) != 0);
    return {attributes.width, attributes.height};
  }
  /// Closes the window as a window manager does. Returns the program's exit status.
  int close() {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = m_window;
    event.xclient.message_type = ::XInternAtom(m_display, "WM_PROTOCOLS", False);
    event.xclient.format = 32;
    event.xclient.data.l[0] = static_cast<long>(::XInternAtom(m_display, "WM_DELETE_WINDOW", False));
    send(event);
    int status = 0;
    waitUntil([&] {
      if (m_child != 0 && ::waitpid(m_child, &status, WNOHANG) == m_child) m_child = 0;
      return m_child == 0;
    });
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  bool find() {
    Window root = 0, parent = 0, *children = nullptr;
    unsigned count = 0;
    if (::XQueryTree(m_display, DefaultRootWindow(m_display), &root, &parent, &children, &count) == 0) return false;
    for (unsigned i = 0; i < count; ++i) {
      XWindowAttributes attributes{};
      char* name = nullptr;
      if (::XFetchName(m_display, children[i], &name) != 0 && name && std::string(name) == "Pliant" &&
          ::XGetWindowAttributes(m_display, children[i], &attributes) != 0 && attributes.map_state == IsViewable)
        m_window = children[i];
      if (name) ::XFree(name);
    }
    if (children) ::XFree(children);
    return m_window != 0;
  }
  template <typename Event>
  void fill(Event& event) const {
    event.display = m_display;
    event.window = m_window;
    event.root = DefaultRootWindow(m_display);
    event.same_screen = True;
    static Time time = 1000;
    event.time = time += 100;
  }
  void send(XEvent& event) const {
    ::XSendEvent(m_display, m_window, False, NoEventMask, &event);
    ::XSync(m_display, False);
    rest();
  }
  // Waits for some frames.
  void rest() const {
    if (!m_hastes) std::this_thread::sleep_for(std::chrono::milliseconds(120));
  }

  bool m_hastes = false;
  pid_t m_child = 0;
  Display* m_display = nullptr;
  Window m_window = 0;
};

nlohmann::ordered_json remembered(const ScratchFolder& settings) {
  return nlohmann::ordered_json::parse(ScratchFolder::read(settings.path("pliant/browser.json")));
}

/// Uses mouse and keys that change the camera or what covers the picture, and goes back home from each.
void lookAround(const Visitor& visitor, const Pixels& home) {
  for (const unsigned button : {1u, 2u, 3u}) {
    INFO(button);
    visitor.dragUntilOther(button, home);
    visitor.pressUntilSame(XK_h, home);
  }
  visitor.button(Button4, true);  // the mouse wheel
  visitor.untilOther(home);
  visitor.button(Button4, false);
  visitor.pressUntilSame(XK_h, home);
  visitor.press(XK_F1);
  visitor.untilOther(home);
  visitor.press(XK_F1);
  visitor.untilSame(home);
  visitor.press(XK_F2);
  visitor.untilOther(home);
  visitor.press(XK_F2);
  visitor.untilSame(home);

  // A drag with a key held has another meaning and does not turn the camera.
  for (const int held : {XK_Shift_L, XK_Control_L}) {
    visitor.key(static_cast<KeySym>(held), true);
    visitor.drag(Button1);
    visitor.key(static_cast<KeySym>(held), false);
    visitor.moveTo(kMiddle[0], kMiddle[1]);
    CHECK(visitor.settled() == home);
  }
}

/// Uses keys that make steps, of a scene that stands at its start.
void makeSteps(Visitor& visitor, const Pixels& home) {
  const Pixels later = visitor.pressToOther(XK_period, home);
  const Pixels first = visitor.pressToOther(XK_r, later), one = visitor.pressToOther(XK_period, first),
               two = visitor.pressToOther(XK_period, one);
  visitor.press(XK_r);
  visitor.untilSame(first);
  visitor.pressTwice(XK_period);
  visitor.untilSame(two);
  CHECK(visitor.settled() == two);
  const Pixels thrown = visitor.pressToOther(XK_t, two);  // a ball
  const Pixels stepped = visitor.pressToOther(XK_period, thrown);
  visitor.press(XK_w);
  visitor.untilOther(stepped);
}

}  // namespace

TEST_CASE("browse: a visitor's keys and mouse do what the list of keys says, and what is set is remembered") {
  const ScratchFolder settings;
  {
    // The bodies are fast, so that each step changes the picture.
    Visitor visitor(settings, {"impact50", "--detector", "spatial-hash", "--overlay", "none", "--width",
                               std::to_string(kScreenWidth), "--height", std::to_string(kScreenHeight)});
    const Pixels empty = visitor.picture();
    visitor.untilOther(empty);
    visitor.press(XK_space);
    visitor.press(XK_r);  // no body is under the mouse at the start, so a drag turns the camera
    Pixels home = visitor.settled();
    home = visitor.pressToOther(XK_b, home);  // without stock Bullet
    // The setting is stored without closing the window.
    waitUntil([&] {
      return std::filesystem::exists(settings.path("pliant/browser.json")) && remembered(settings)["beside"] == false;
    });

    lookAround(visitor, home);
    makeSteps(visitor, home);
    visitor.press(XK_space);
    visitor.press(XK_r);
    CHECK(visitor.close() == 0);
  }
  nlohmann::ordered_json was = remembered(settings);
  CHECK(was["scene"] == "impact50");
  CHECK(was["beside"] == false);
  CHECK(was["wires"] == true);
  // Options of the command line are not stored.
  CHECK(was["detector"] == "auto");
  CHECK(was["overlay"] == "intersections");
  CHECK(!was.contains("width"));
  CHECK(!was.contains("height"));
  {
    Visitor visitor(settings, {});
    const Pixels empty = visitor.picture();
    visitor.untilOther(empty);
    visitor.press(XK_w);
    CHECK(visitor.close() == 0);
  }
  was["wires"] = false;
  CHECK(remembered(settings) == was);
}

TEST_CASE("browse: a window's size is remembered once it was changed, also where that is a new window's") {
  const ScratchFolder settings;
  std::array<int, 2> before{};
  for (const std::array<int, 2>& size : {std::array{900, 620}, std::array{900, 500}, std::array{1280, 800}}) {
    Visitor visitor(settings, {"impact50", "--detector", "spatial-hash"});
    if (before[0] > 0) CHECK(visitor.size() == before);
    const Pixels empty = visitor.picture();
    visitor.untilOther(empty);
    visitor.resize(size[0], size[1]);
    // The size is stored without closing the window.
    waitUntil([&] {
      if (!std::filesystem::exists(settings.path("pliant/browser.json"))) return false;
      const nlohmann::ordered_json was = remembered(settings);
      return was.contains("width") && was["width"] == size[0] && was["height"] == size[1];
    });
    CHECK(visitor.close() == 0);
    before = size;
  }
  Visitor visitor(settings, {"impact50", "--height", "300"});
  CHECK(visitor.size() == std::array{1280, 300});
  CHECK(visitor.close() == 0);
  CHECK(remembered(settings)["height"] == 800);
}
