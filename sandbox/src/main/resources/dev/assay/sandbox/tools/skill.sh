# Prints the skill whose folder contains the working directory, else the skill of a calling script.
skill_here() {
  skill_above "$(pwd -P)" || skill_around || echo .session
}

# Prints the skill of the nearest script that led to this process.
skill_around() {
  process=$$
  while [ "${process:-0}" -gt 1 ] && [ -r "/proc/$process/stat" ]; do
    stat=$(cat "/proc/$process/stat") || break
    process=$(echo "${stat##*)}" | cut -d ' ' -f 3)
    folder=$(readlink "/proc/$process/cwd") || break
    script=$(tr '\000' '\n' <"/proc/$process/cmdline" | sed -n '2,${/^-/!{p;q}}')
    case $script in /*) ;; *) script=$folder/$script ;; esac
    if [ -f "$script" ] && skill_above "$(dirname "$(readlink -f "$script")")"; then
      return 0
    fi
  done
  return 1
}

skill_above() {
  here=$1
  for root in /opt/skills /opt/extra /workspace/skills /workspace/intermediate; do
    case $here in
      "$root"/[!._]*)
        name=${here#"$root"/}
        name=${name%%/*}
        if [ "$root" != /workspace/intermediate ] || [ -d "/workspace/skills/$name" ]; then
          echo "$name"
          return 0
        fi
        ;;
    esac
  done
  while [ -n "$here" ]; do
    if [ -f "$here/SKILL.md" ]; then
      echo "${here##*/}"
      return 0
    fi
    here=${here%/*}
  done
  return 1
}

# Lets the programs of a folder be called by name.
link_programs() {
  mkdir -p /opt/extra/.bin
  for program in "$1"/*; do
    link=/opt/extra/.bin/${program##*/}
    if [ -x "$program" ] && ! [ -L "$link" ]; then
      ln -s /opt/tools/program "$link"
    fi
  done
}

# Prints the path of the next program with a name on the search path, after Assay's own and the links
# to those of skills.
next_program() {
  (
    IFS=:
    for folder in $PATH; do
      case $folder in
        /opt/tools/bin | /opt/skills/.bin | /opt/extra/.bin) ;;
        *)
          if [ -x "$folder/$1" ] && [ -f "$folder/$1" ]; then
            echo "$folder/$1"
            return
          fi
          ;;
      esac
    done
  )
}
