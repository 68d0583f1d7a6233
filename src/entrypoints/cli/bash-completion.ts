/**
 * The script for bash. Like the library's scripts it calls `tripact complete`, but the library's own bash script needs
 * the bash-completion package, which many machines lack, and evaluates what was typed.
 */
export const bashScript = `# bash completion for tripact; needs bash 3.2 or later and nothing else

__tripact_complete() {
    local word previous="" whole="" out directive line i
    local words=()
    # Bash takes an option and its value apart at an equals sign.
    for ((i = 1; i <= COMP_CWORD; i++)); do
        word="\${COMP_WORDS[i]}"
        if [[ \${#words[@]} -gt 0 && ( $word == "=" || $previous == "=" ) ]]; then
            whole="$whole$word"
            words[\${#words[@]} - 1]="$whole"
        else
            whole="$word"
            words[\${#words[@]}]="$whole"
        fi
        previous="$word"
    done

    COMPREPLY=()
    out="$("$1" complete -- "\${words[@]}" 2>/dev/null)" || return
    # The last line says what else to do: 2 adds no space, 4 offers no files.
    directive="\${out##*:}"
    while IFS= read -r line; do
        line="\${line%%$'\\t'*}"
        [[ -n $line && $line != :* ]] || continue
        COMPREPLY[\${#COMPREPLY[@]}]="$line"
    done <<<"$out"
    # Bash 3.2 has no compopt.
    if ((directive & 2)); then compopt -o nospace 2>/dev/null; fi
    if ((directive & 4)); then compopt +o default 2>/dev/null; fi
}

complete -o default -F __tripact_complete tripact
`;
