{{/*
Every resource of a service: the whole of a thin chart's templates, which adds what it alone has.
*/}}
{{- define "common.all" -}}
{{- include "common.validate" . -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $resources := list "configmap" "serviceaccount" "service" "deployment" "hpa" "keda" "pdb" "networkpolicy" "servicemonitor" "certificate" "externalsecret" "migration" "test" -}}
{{- if eq $facts.serves "http" -}}
{{- $resources = concat $resources (list "ingress" "httproute") -}}
{{- end -}}
{{- range $resources }}
{{- with include (printf "common.%s" .) $ | trim }}
---
{{ . }}
{{- end }}
{{- end }}
{{- end }}
