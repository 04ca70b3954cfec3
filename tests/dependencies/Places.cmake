# cmake -DMODULES=<folder> -DSCRATCH=<folder> -DGENERATOR=... -DCXX=... -P Places.cmake: tests the order in which the
# places of libraries are tried, and which libraries are refused.

cmake_minimum_required(VERSION 3.25)

set(project ${CMAKE_CURRENT_LIST_DIR}/project)
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})

# configure(NAME RESULT TEXT [OPTION ...]): configures the project. It must end with RESULT (works or fails) and print
# TEXT, a regular expression in which a space matches any white space.
function(configure name result text)
  # The compiler is the same for all, so only the first configuration finds out about it.
  if(EXISTS ${SCRATCH}/vendored/CMakeFiles/${CMAKE_VERSION} AND NOT name STREQUAL vendored)
    file(COPY ${SCRATCH}/vendored/CMakeFiles/${CMAKE_VERSION} DESTINATION ${SCRATCH}/${name}/CMakeFiles)
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${project} -B ${SCRATCH}/${name} -G ${GENERATOR} -DCMAKE_CXX_COMPILER=${CXX}
      -DMODULES=${MODULES} ${ARGN}
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  string(REGEX REPLACE "[ \t\n]+" " " flat "${output}")
  set(found fails)
  if(status EQUAL 0)
    set(found works)
  endif()
  if(NOT found STREQUAL result OR NOT flat MATCHES "${text}")
    message(SEND_ERROR "${name}: ${found}, expected that it ${result} and says '${text}'\n${output}")
  endif()
endfunction()

# The packages below wrap the system's Bullet.
execute_process(COMMAND pkg-config --variable=includedir bullet OUTPUT_VARIABLE include OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND pkg-config --variable=libdir bullet OUTPUT_VARIABLE lib OUTPUT_STRIP_TRAILING_WHITESPACE
  COMMAND_ERROR_IS_FATAL ANY)

# Writes a source tree of Bullet as CMake finds it: libraries with one source each, and a header with this version.
function(write_sources folder version)
  foreach(library IN ITEMS LinearMath BulletCollision BulletDynamics BulletSoftBody)
    file(WRITE ${folder}/src/${library}/empty.cpp "")
    file(WRITE ${folder}/src/${library}/CMakeLists.txt "add_library(${library} empty.cpp)\n")
    file(APPEND ${folder}/CMakeLists.txt "add_subdirectory(src/${library})\n")
  endforeach()
  file(WRITE ${folder}/src/LinearMath/btScalar.h "#define BT_BULLET_VERSION ${version}\n")
endfunction()
write_sources(${SCRATCH}/vendored 325)
write_sources(${SCRATCH}/old 289)
function(write_file name)
  list(JOIN ARGN "\n" text)
  file(WRITE ${SCRATCH}/${name} "${text}\n")
endfunction()
set(sources "add_subdirectory(${SCRATCH}/vendored vendored)")
write_file(vendored.cmake "${sources}")
write_file(vendored_double.cmake "add_definitions(-DBT_USE_DOUBLE_PRECISION)" "${sources}")
write_file(vendored_flag.cmake "string(APPEND CMAKE_CXX_FLAGS \" -DBT_USE_DOUBLE_PRECISION -DBT_THREADSAFE=1\")" "${sources}")
write_file(vendored_no_rtti.cmake "string(APPEND CMAKE_CXX_FLAGS \" -fno-rtti\")" "${sources}")
write_file(old.cmake "add_subdirectory(${SCRATCH}/old old)")
write_file(part.cmake "file(WRITE \${CMAKE_BINARY_DIR}/e.cpp \"\")" "add_library(BulletCollision \${CMAKE_BINARY_DIR}/e.cpp)")
write_file(made.cmake "add_library(pliant::bullet INTERFACE IMPORTED)" "target_link_libraries(pliant::bullet INTERFACE engine)")

# vcpkg's package has imported targets with plain names.
function(write_targets folder space lib)
  foreach(library IN ITEMS LinearMath BulletCollision BulletDynamics BulletSoftBody)
    file(APPEND ${folder}/BulletConfig.cmake
      "add_library(${space}${library} SHARED IMPORTED)
set_target_properties(${space}${library} PROPERTIES IMPORTED_LOCATION ${lib}/lib${library}.so INTERFACE_INCLUDE_DIRECTORIES ${include})\n")
  endforeach()
endfunction()
write_targets(${SCRATCH}/vcpkg/share/bullet3 "" ${lib})
file(APPEND ${SCRATCH}/vcpkg/share/bullet3/BulletConfig.cmake "set(BULLET_FOUND 1)\n")
# Conan's package has one target. Its libraries have names of their own.
write_targets(${SCRATCH}/conan "conan_" ${lib})
file(APPEND ${SCRATCH}/conan/BulletConfig.cmake "add_library(Bullet::Bullet INTERFACE IMPORTED)
target_link_libraries(Bullet::Bullet INTERFACE conan_BulletSoftBody conan_BulletDynamics conan_BulletCollision conan_LinearMath)\n")
# CMake's FindBullet finds the first folder. The Bullet in the second one has no RTTI.
foreach(folder IN ITEMS folder no_rtti)
  file(MAKE_DIRECTORY ${SCRATCH}/${folder}/include ${SCRATCH}/${folder}/lib)
  file(CREATE_LINK ${include} ${SCRATCH}/${folder}/include/bullet SYMBOLIC)
  foreach(library IN ITEMS LinearMath BulletCollision BulletDynamics BulletSoftBody)
    file(CREATE_LINK ${lib}/lib${library}.so ${SCRATCH}/${folder}/lib/lib${library}.so SYMBOLIC)
  endforeach()
endforeach()
write_file(no_rtti/Bullet.cpp "#include <BulletSoftBody/btSoftBody.h>" "void btSoftBody::setTotalMass(btScalar, bool) {}"
  "btCollisionObject::~btCollisionObject() {}" "void btCollisionObject::serializeSingleObject(btSerializer*) const {}"
  "const char* btCollisionObject::serialize(void*, btSerializer*) const { return nullptr\\; }" "void btAlignedFreeInternal(void*) {}")
foreach(library IN ITEMS LinearMath BulletCollision BulletDynamics BulletSoftBody)
  file(REMOVE ${SCRATCH}/no_rtti/lib/lib${library}.so)
  execute_process(COMMAND ${CXX} -fno-rtti -fPIC -shared -I${include} ${SCRATCH}/no_rtti/Bullet.cpp
    -o ${SCRATCH}/no_rtti/lib/lib${library}.so COMMAND_ERROR_IS_FATAL ANY)
endforeach()
write_file(pkgconfig/bullet.pc "Name: bullet" "Description: made up" "Version: 3.24"
  "Libs: -L${lib} -lBulletSoftBody -lBulletDynamics -lBulletCollision -lLinearMath" "Cflags: -I${include}")

set(own "bullet: libraries=BulletSoftBody.BulletDynamics.BulletCollision.LinearMath")
set(vendored "${own} definitions=[A-Za-z-]* includes=${SCRATCH}/vendored/src version=325")
set(vcpkg -DCMAKE_PREFIX_PATH=${SCRATCH}/vcpkg)
set(conan -DBullet_DIR=${SCRATCH}/conan)
set(folder -DBULLET_ROOT=${SCRATCH}/folder -DBULLET_SOFTBODY_LIBRARY=${SCRATCH}/folder/lib/libBulletSoftBody.so)
set(no_packages -DCMAKE_DISABLE_FIND_PACKAGE_Bullet=ON)
set(before -DBEFORE=${SCRATCH})

# The project's own Bullet is taken first, whatever else is installed.
configure(vendored works "${vendored}" ${before}/vendored.cmake)
configure(vendored_and_others works "${vendored}" ${before}/vendored.cmake ${vcpkg} ${folder})
configure(made works "bullet: libraries=engine " ${before}/made.cmake)
# Definitions of the project's Bullet that change its headers are passed on.
configure(vendored_double works "${own} definitions=BT_USE_DOUBLE_PRECISION " ${before}/vendored_double.cmake -DDOUBLE=ON)
configure(vendored_flag works "${own} definitions=BT_USE_DOUBLE_PRECISION;BT_THREADSAFE=1 " ${before}/vendored_flag.cmake -DDOUBLE=ON)
# Packages come next, then FindBullet, then pkg-config.
configure(vcpkg works "${own} .*version=324" ${vcpkg} ${folder})
configure(conan works "bullet: libraries=Bullet::Bullet .*version=324" ${conan} ${folder})
configure(folder works "bullet: libraries=${SCRATCH}/folder/lib/libBulletSoftBody.so.[^ ]* .*version=324" ${folder})
configure(system works "bullet: libraries=${lib}/libBulletSoftBody.so.[^ ]* .*version=324")
configure(system_double works "bullet: libraries=PkgConfig::PLIANT_bullet_float64 definitions=BT_USE_DOUBLE_PRECISION .*version=324"
  -DDOUBLE=ON)
configure(pkg_config works "bullet: libraries=PkgConfig::PLIANT_bullet .*version=324" ${no_packages})

# No second Bullet is taken if the first one does not fit.
configure(vendored_single fails "own Bullet: it has the other precision" ${before}/vendored.cmake -DDOUBLE=ON)
configure(vendored_other fails "own Bullet: it has the other precision" ${before}/vendored_double.cmake)
configure(vendored_no_rtti fails "own Bullet: it is built without RTTI" ${before}/vendored_no_rtti.cmake)
configure(old fails "own Bullet: its version is 289, but Pliant needs 305" ${before}/old.cmake)
configure(part fails "own Bullet: it has no target BulletSoftBody" ${before}/part.cmake)
configure(late fails "add Bullet before Pliant" -DAFTER=${SCRATCH}/vendored.cmake)
# An installed package accepts only the version that it was built with.
configure(wanted works "${vendored}" ${before}/vendored.cmake -DWANTED=325)
configure(unwanted fails "its version is 325, but Pliant was built with 324" ${before}/vendored.cmake -DWANTED=324)

# If no place fits, the message gives the reason for each place.
set(ENV{PKG_CONFIG_LIBDIR} ${SCRATCH}/pkgconfig)
configure(no_double fails
  "the CMake package Bullet: it has the other precision FindBullet: it has the other precision pkg-config's bullet: it has the other"
  ${vcpkg} -DDOUBLE=ON)
file(REMOVE ${SCRATCH}/pkgconfig/bullet.pc)
set(places "-DBULLET_ROOT=${SCRATCH}/no_rtti")
foreach(name IN ITEMS DYNAMICS=BulletDynamics COLLISION=BulletCollision MATH=LinearMath SOFTBODY=BulletSoftBody)
  string(REGEX REPLACE "(.*)=(.*)" "-DBULLET_\\1_LIBRARY=${SCRATCH}/no_rtti/lib/lib\\2.so" place "${name}")
  list(APPEND places ${place})
endforeach()
configure(no_rtti fails "FindBullet: it is built without RTTI" ${places})
configure(nowhere fails "no Bullet by CMake package, FindBullet or pkg-config" ${no_packages})
unset(ENV{PKG_CONFIG_LIBDIR})

# Eigen, oneTBB and Highway are found in the same order.
write_file(others.cmake "add_library(eigen INTERFACE)" "add_library(Eigen3::Eigen ALIAS eigen)" "add_library(tbb INTERFACE)"
  "add_library(TBB::tbb ALIAS tbb)" "add_library(hwy INTERFACE)")
configure(others works "eigen: libraries=Eigen3::Eigen .*tbb: libraries=TBB::tbb .*highway: libraries=hwy " ${before}/others.cmake)
configure(packages works "eigen: libraries=Eigen3::Eigen .*tbb: libraries=TBB::tbb .*highway: libraries=hwy::hwy ")
write_file(highway/highwayConfig.cmake "add_library(highway::highway INTERFACE IMPORTED)")
set(no_packages "")
foreach(package IN ITEMS Eigen3 TBB hwy)
  list(APPEND no_packages -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
endforeach()
configure(highway works "highway: libraries=highway::highway " ${no_packages} -Dhighway_DIR=${SCRATCH}/highway)
configure(by_pkg_config works
  "eigen: libraries=PkgConfig::PLIANT_EIGEN .*tbb: libraries=PkgConfig::PLIANT_TBB .*highway: libraries=PkgConfig::PLIANT_HIGHWAY "
  ${no_packages})
set(ENV{PKG_CONFIG_LIBDIR} ${SCRATCH}/pkgconfig)
configure(no_eigen fails "eigen: there is no CMake package Eigen3, and pkg-config finds no eigen3" ${no_packages})
