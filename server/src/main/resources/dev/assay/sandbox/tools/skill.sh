# Prints the skill whose folder the working directory lies in.
skill_here() {
  here=$(pwd -P)
  for root in /opt/skills /opt/extra /workspace/skills /workspace/intermediate; do
    case $here in
      "$root"/[!._]*)
        name=${here#"$root"/}
        name=${name%%/*}
        if [ "$root" != /workspace/intermediate ] || [ -d "/workspace/skills/$name" ]; then
          echo "$name"
          return
        fi
        ;;
    esac
  done
  while [ -n "$here" ]; do
    if [ -f "$here/SKILL.md" ]; then
      echo "${here##*/}"
      return
    fi
    here=${here%/*}
  done
  echo .session
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

# Prints where the next program of a name is on the path, behind our own.
next_program() {
  (
    IFS=:
    for folder in $PATH; do
      if [ "$folder" != /opt/tools/bin ] && [ -x "$folder/$1" ] && [ -f "$folder/$1" ]; then
        echo "$folder/$1"
        return
      fi
    done
  )
}
