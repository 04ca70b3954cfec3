# pliant::bullet: Bullet with soft bodies, in the precision of this build. Debian's BulletConfig.cmake gives paths relative
# to its root and no targets; pkg-config gives both precisions whole. Of the double one BT_USE_DOUBLE_PRECISION comes along.
find_package(PkgConfig REQUIRED)
if(PLIANT_DOUBLE_PRECISION)
  set(PLIANT_BULLET_MODULE bullet-float64)
else()
  set(PLIANT_BULLET_MODULE bullet)
endif()
set(PLIANT_BULLET_MODULE ${PLIANT_BULLET_MODULE} CACHE INTERNAL "")
pkg_check_modules(PLIANT_BULLET REQUIRED IMPORTED_TARGET ${PLIANT_BULLET_MODULE})
add_library(pliant_bullet INTERFACE)
add_library(pliant::bullet ALIAS pliant_bullet)
set_target_properties(pliant_bullet PROPERTIES EXPORT_NAME bullet)
target_link_libraries(pliant_bullet INTERFACE PkgConfig::PLIANT_BULLET)
