{{/*
A service with `rpcTls` speaks TLS only, and one without calls by http: refuses an installation in which calls would fail.
*/}}
{{- define "platform.validate" -}}
{{- $with := list -}}
{{- $without := list -}}
{{- range $name, $values := .Values -}}
{{- if and (kindIs "map" $values) (hasKey $values "rpcTls") $values.enabled -}}
{{- if $values.rpcTls.existingSecret }}{{ $with = append $with $name }}{{ else }}{{ $without = append $without $name }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if and $with $without -}}
{{- fail (printf "\n\nrpcTls.existingSecret is set for %s, and not for %s: all services have it, or none\n" (join ", " $with) (join ", " $without)) -}}
{{- end -}}
{{- end }}
