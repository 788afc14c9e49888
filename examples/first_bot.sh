#!/bin/sh
# A bot in a shell: any of the moves that are offered. It needs grep and shuf.
#
#     templetop play cacao --bots "exec:sh examples/first_bot.sh"

numbers() { printf '%s' "$line" | grep -o "\"$1\": [0-9]*" | grep -o '[0-9]*$'; }

while read -r line; do
    case $line in
        '{"type": "hello"'*) echo '{"ready": true}' ;;
        '{"type": "decide"'*)
            echo "{\"number\": $(numbers number | head -n 1), \"move\": $(numbers move | shuf -n 1)}" ;;
    esac
done
