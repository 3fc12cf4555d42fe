{{/*
Refuses values of services that do not fit together.
*/}}
{{- define "platform.validate" -}}
{{- $problems := list -}}
{{- range list "nameProblems" "callProblems" "externalSecretProblems" -}}
{{- $problems = concat $problems (include (printf "platform.%s" .) $ | fromYamlArray) -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "\n\nThe services would not work together:\n  %s\n" (join "\n  " $problems)) -}}
{{- end -}}
{{- end }}

{{/*
Services that the others would look for under another name.
*/}}
{{- define "platform.nameProblems" -}}
{{- $problems := list -}}
{{- $prefix := .Values.global.namePrefix -}}
{{- range $service, $values := .Values -}}
{{- if and (kindIs "map" $values) (hasKey $values "fullnameOverride") $values.enabled -}}
{{- $own := $values.fullnameOverride -}}
{{- if and $values.nameOverride (not $own) }}{{ $own = list $prefix $values.nameOverride | compact | join "-" }}{{ end -}}
{{- $expected := get ($.Values.global.serviceNames | default dict) $service | default (list $prefix $service | compact | join "-") -}}
{{- if and $own (ne $own $expected) -}}
{{- $problems = append $problems (printf "%s is called %s, and the others call it %s: set global.serviceNames.%s instead of nameOverride and fullnameOverride" $service $own $expected $service) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $problems -}}
{{- end }}

{{/*
Calls that would fail: a service with `rpcTls` calls by https and, unless `plainCalls` says otherwise, refuses calls by http.
*/}}
{{- define "platform.callProblems" -}}
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
{{- toYaml $problems -}}
{{- end }}

{{/*
Secrets that two ExternalSecrets would write.
*/}}
{{- define "platform.externalSecretProblems" -}}
{{- $problems := list -}}
{{- $makers := dict -}}
{{- range $name, $values := .Values -}}
{{- if and (kindIs "map" $values) (hasKey $values "externalSecret") $values.enabled -}}
{{- if $values.externalSecret.enabled -}}
{{- $sources := dict "externalSecret" (list $values.externalSecret $values.existingSecret) "externalSecret.migration" (list $values.externalSecret.migration ($values.migration).existingSecret) "externalSecret.providers" (list $values.externalSecret.providers ($values.providers).existingSecret) -}}
{{- range $value, $pair := $sources -}}
{{- $source := first $pair | default dict -}}
{{- if and (last $pair) (or $source.remoteKey $source.data $source.dataFrom) -}}
{{- $_ := set $makers (last $pair) (append (get $makers (last $pair) | default list) (printf "%s.%s" $name $value)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $secret, $values := $makers -}}
{{- if gt (len $values) 1 -}}
{{- $problems = append $problems (printf "%s make the same Secret, %s: give its source to one of them alone" (join " and " $values) $secret) -}}
{{- end -}}
{{- end -}}
{{- toYaml $problems -}}
{{- end }}
