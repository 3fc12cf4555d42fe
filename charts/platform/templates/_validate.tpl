{{/*
Refuses an installation in which calls between services would fail: a service with `rpcTls` calls by https and, unless `plainCalls` says
otherwise, refuses calls by http.
*/}}
{{- define "platform.validate" -}}
{{- $problems := list -}}
{{- $sendTls := list -}}
{{- $refuseTls := list -}}
{{- $sendPlain := list -}}
{{- $refusePlain := list -}}
{{- range $name, $values := .Values -}}
{{- /* The Portal makes no such calls, and has no Secret. */ -}}
{{- if and (kindIs "map" $values) (hasKey $values "existingSecret") $values.enabled -}}
{{- if kindIs "map" $values.rpcTls -}}
{{- $plain := $values.rpcTls.plainCalls | default "refused" -}}
{{- if eq $plain "sent" }}{{ $sendPlain = append $sendPlain $name }}{{ else }}{{ $sendTls = append $sendTls $name }}{{ end -}}
{{- if eq $plain "refused" }}{{ $refusePlain = append $refusePlain $name }}{{ end -}}
{{- else -}}
{{- $sendPlain = append $sendPlain $name -}}
{{- $refuseTls = append $refuseTls $name -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $sendTls $refuseTls -}}
{{- $problems = append $problems (printf "%s call with TLS, and %s have no certificate: give them rpcTls.existingSecret" (join ", " $sendTls) (join ", " $refuseTls)) -}}
{{- end -}}
{{- if and $sendPlain $refusePlain -}}
{{- $problems = append $problems (printf "%s call without TLS, and %s refuse such calls: set rpcTls.plainCalls: accepted there first" (join ", " $sendPlain) (join ", " $refusePlain)) -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "\n\nCalls between services would fail:\n  %s\n" (join "\n  " $problems)) -}}
{{- end -}}
{{- end }}
