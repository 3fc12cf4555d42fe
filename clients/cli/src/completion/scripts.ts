/** Each script calls `patchbay __complete` for the candidates at the cursor: lines of a value, a tab and a description. */
export const scripts = {
  bash: `# Completion of patchbay for bash. Add this line to ~/.bashrc:
#   source <(patchbay completion bash)
_patchbay() {
  local line value head= current=$2 width=0 before=\${COMP_LINE:0:COMP_POINT}
  local -a words lines=()
  # Bash breaks words also at "=", ":" and "@", so the words are read from the line.
  read -a words <<< "$before"
  [[ $before == *[[:space:]] ]] && words+=("")
  local whole=\${words[\${#words[@]}-1]}
  [[ $whole == *[=:@] ]] && current=
  [[ $whole == *"$current" ]] && head=\${whole:0:\${#whole}-\${#current}}
  COMPREPLY=()
  while IFS= read -r line; do
    value=\${line%%$'\\t'*}
    (( \${#value} > width )) && width=\${#value}
    lines+=("$line")
  done < <("$1" __complete -- "\${words[@]:1}" 2> /dev/null)
  for line in "\${lines[@]}"; do
    value=\${line%%$'\\t'*}
    if [[ $line == :files ]]; then
      compopt -o filenames 2> /dev/null
      while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$current")
      return
    # 63: bash lists the candidates and inserts nothing, so that descriptions may stand beside them.
    elif [[ $COMP_TYPE == 63 && \${#lines[@]} -gt 1 ]]; then
      printf -v value '%-*s  %s' "$width" "$value" "\${line#*$'\\t'}"
      value=\${value:0:\${COLUMNS:-80}-1}
    else
      value=\${value:\${#head}}
      # Whatever a name has in it, the shell must not act on it.
      printf -v value %q "$value"
    fi
    COMPREPLY+=("$value")
  done
}
complete -F _patchbay patchbay
`,
  zsh: `#compdef patchbay
# Completion of patchbay for zsh. Add this line to ~/.zshrc, below compinit:
#   source <(patchbay completion zsh)
_patchbay() {
  local line
  local -a candidates
  for line in "\${(@f)$("$words[1]" __complete -- "\${(@Q)words[2,CURRENT]}" 2> /dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
      return
    fi
    [[ -n $line ]] && candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V patchbay candidates
}
compdef _patchbay patchbay
`,
  fish: `# Completion of patchbay for fish. Write it to ~/.config/fish/completions/patchbay.fish:
#   patchbay completion fish > ~/.config/fish/completions/patchbay.fish
function __patchbay_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] __complete -- $words[2..-1] "$current" 2> /dev/null)
    if test "$lines" = :files
        __fish_complete_path "$current"
    else
        string join \\n -- $lines
    end
end
complete -c patchbay -f -a '(__patchbay_complete)'
`,
} as const;
