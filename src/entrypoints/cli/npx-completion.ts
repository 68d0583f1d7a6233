/**
 * What follows the script of a shell, so that `npx tripact` completes where the project has it installed; npx itself
 * completes as before. PowerShell has no way to hand an argument's completion on.
 */
export const npxScripts: Readonly<Record<string, string>> = {
  bash: `
__tripact_complete_npx() {
    if [[ $COMP_CWORD -gt 1 && \${COMP_WORDS[1]} == tripact ]]; then
        COMP_WORDS=("\${COMP_WORDS[@]:1}")
        COMP_CWORD=$((COMP_CWORD - 1))
        PATH="$PWD/node_modules/.bin:$PATH" __tripact_complete tripact
    elif [[ -n $__tripact_npx_before ]]; then
        "$__tripact_npx_before" "$@"
    fi
}

if [[ "$(complete -p npx 2>/dev/null)" =~ -F\\ ([^\\ ]+) && \${BASH_REMATCH[1]} != __tripact_complete_npx ]]; then
    __tripact_npx_before="\${BASH_REMATCH[1]}"
fi
complete -o default -F __tripact_complete_npx npx
`,
  zsh: `
_tripact_npx() {
    if (( CURRENT > 2 )) && [[ \${words[2]} == tripact ]]; then
        local -x PATH="$PWD/node_modules/.bin:$PATH"
        words=("\${(@)words[2,-1]}")
        (( CURRENT-- ))
        _tripact
    elif [[ -n $_tripact_npx_before ]]; then
        $_tripact_npx_before "$@"
    else
        _default
    fi
}

if [[ \${_comps[npx]-} != _tripact_npx ]]; then
    _tripact_npx_before=\${_comps[npx]-}
fi
compdef _tripact_npx npx
`,
  fish: `
function __tripact_is_npx
    set -l args (commandline -opc)
    test (count $args) -ge 2; and test "$args[2]" = tripact
end

function __tripact_complete_npx
    set -l args (commandline -opc)
    set -lx PATH $PWD/node_modules/.bin $PATH
    tripact complete -- $args[3..-1] (commandline -ct) 2>/dev/null | string match --invert --regex '^(:.*)?$'
end

complete -c npx -n __tripact_is_npx -f -a '(__tripact_complete_npx)'
`,
};
