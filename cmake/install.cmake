# What `cmake --install` puts where. All paths are relative to the prefix, so that the tree can be moved.
include(CMakePackageConfigHelpers)

set(engd_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/engd)

install(TARGETS engd RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS engd_library EXPORT engd LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
if(TARGET engd_cuda)
  install(TARGETS engd_cuda LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/engd)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/engd DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(FILES ${PROJECT_BINARY_DIR}/include/engd/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/engd)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/problems ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DATADIR}/engd)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${PROJECT_SOURCE_DIR}/README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(engd), target engd::engd
install(EXPORT engd NAMESPACE engd:: DESTINATION ${engd_package_dir} FILE engd-config.cmake)
# Before 1.0 a minor version may change what programs are compiled against.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/engd-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/engd-config-version.cmake DESTINATION ${engd_package_dir})

# pkg-config engd
file(RELATIVE_PATH engd_prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(${PROJECT_SOURCE_DIR}/cmake/engd.pc.in ${PROJECT_BINARY_DIR}/engd.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/engd.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
