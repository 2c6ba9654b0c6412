# SPDX-License-Identifier: GPL-3.0-or-later
# lacuna_windows_resources(target description): gives a program its icon, its version and its manifest.
function(lacuna_windows_resources target description)
  set(name ${target})
  set(icon ${PROJECT_BINARY_DIR}/resources/icons/lacuna.ico)
  set(manifest ${PROJECT_SOURCE_DIR}/packaging/windows/program.manifest)
  configure_file(${PROJECT_SOURCE_DIR}/packaging/windows/program.rc.in ${CMAKE_CURRENT_BINARY_DIR}/${target}.rc @ONLY)
  set_source_files_properties(${CMAKE_CURRENT_BINARY_DIR}/${target}.rc PROPERTIES OBJECT_DEPENDS "${manifest};${icon}")
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}.rc)
  add_dependencies(${target} lacuna_icon_files)
endfunction()
