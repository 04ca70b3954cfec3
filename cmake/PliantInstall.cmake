# Installs Pliant as a CMake package. Both precisions install side by side: libraries, headers and package of the double
# build end in -float64, since the generated headers differ. Programs use find_package(pliant) or
# find_package(pliant-float64), then pliant::detectors, pliant::glrender and pliant::plugin.

include(GNUInstallDirs)
set(PLIANT_PACKAGE pliant${PLIANT_LIBRARY_SUFFIX})
set(PLIANT_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/${PLIANT_PACKAGE})
set(PLIANT_PACKAGE_INCLUDEDIR ${CMAKE_INSTALL_INCLUDEDIR}/${PLIANT_PACKAGE})

# pliant_install_component(detectors): installs a library of the package. Each component has its own export set, so that
# missing dependencies of one component do not block the others.
function(pliant_install_component name)
  set_target_properties(pliant_${name} PROPERTIES
    PLIANT_PACKAGE ${PLIANT_PACKAGE}
    EXPORT_PROPERTIES PLIANT_PACKAGE)
  target_include_directories(pliant_${name} PUBLIC $<INSTALL_INTERFACE:${PLIANT_PACKAGE_INCLUDEDIR}>)
  if(BUILD_SHARED_LIBS AND APPLE)
    set_target_properties(pliant_${name} PROPERTIES INSTALL_RPATH "@loader_path")
  elseif(BUILD_SHARED_LIBS)
    set_target_properties(pliant_${name} PROPERTIES INSTALL_RPATH "$ORIGIN")
  endif()
  install(TARGETS pliant_${name} EXPORT pliant-${name}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/include/ ${CMAKE_CURRENT_BINARY_DIR}/include/
    DESTINATION ${PLIANT_PACKAGE_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
  install(EXPORT pliant-${name} NAMESPACE pliant:: FILE pliant-${name}.cmake DESTINATION ${PLIANT_PACKAGE_DIR})
  set_property(GLOBAL APPEND PROPERTY PLIANT_COMPONENTS ${name})
endfunction()

function(pliant_install_package)
  include(CMakePackageConfigHelpers)
  get_property(PLIANT_COMPONENTS GLOBAL PROPERTY PLIANT_COMPONENTS)
  set(PLIANT_BULLET_VERSION "")
  if(TARGET pliant::bullet)
    get_property(PLIANT_BULLET_VERSION TARGET pliant::bullet PROPERTY PLIANT_BULLET_VERSION)
  endif()
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/pliantConfig.cmake.in
    ${PROJECT_BINARY_DIR}/${PLIANT_PACKAGE}Config.cmake INSTALL_DESTINATION ${PLIANT_PACKAGE_DIR} NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/${PLIANT_PACKAGE}ConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
  install(FILES
    ${PROJECT_BINARY_DIR}/${PLIANT_PACKAGE}Config.cmake
    ${PROJECT_BINARY_DIR}/${PLIANT_PACKAGE}ConfigVersion.cmake
    ${PROJECT_SOURCE_DIR}/cmake/PliantDependencies.cmake
    DESTINATION ${PLIANT_PACKAGE_DIR})
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${PLIANT_PACKAGE})
endfunction()
