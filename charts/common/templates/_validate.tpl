{{/*
Refuses values with which the service would not start, in one message that names every problem.
*/}}
{{- define "common.validate" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $config := include "common.config" . | fromYaml -}}
{{- $problems := list -}}
{{- if and (include "common.secrets" . | fromYamlArray) (not .Values.existingSecret) -}}
{{- $problems = append $problems (printf "existingSecret must name a Secret with the keys %s" (include "common.secrets" . | fromYamlArray | join ", ")) -}}
{{- end -}}
{{- range $name, $variable := $facts.variables -}}
{{- if and $variable.required (not $variable.secret) (not (hasKey $config $name)) -}}
{{- $problems = append $problems (printf "config.%s (or global.config.%s) is required" $name $name) -}}
{{- end -}}
{{- end -}}
{{- if and $facts.database .Values.migration.enabled (not .Values.migration.existingSecret) -}}
{{- $problems = append $problems "migration.existingSecret must name a Secret with the key DATABASE_URL of the role that owns the schema" -}}
{{- end -}}
{{- if (.Values.retention).months -}}
{{- if not (.Values.retention.existingSecret | default .Values.migration.existingSecret) -}}
{{- $problems = append $problems "retention.existingSecret (or migration.existingSecret) must name a Secret with the key DATABASE_URL of the role that owns the schema" -}}
{{- end -}}
{{- end -}}
{{- if or (hasKey $facts.variables "CALLING_KEYS") (hasKey $facts.variables "CALLER_KEYS") -}}
{{- $isPlain := or (eq (toString .Values.rpcTls) "false") (and (kindIs "invalid" .Values.rpcTls) (eq (toString (.Values.global).rpcTls) "false")) -}}
{{- if not (or $isPlain (include "common.rpcTls" . | fromJson).existingSecret) -}}
{{- $problems = append $problems "rpcTls.existingSecret must name a Secret with a certificate for calls between services. To let them call each other without TLS, write rpcTls: false (or global.rpcTls: false)" -}}
{{- end -}}
{{- end -}}
{{- if (.Values.rpcCertificate).enabled -}}
{{- if not (include "common.rpcTls" . | fromJson).existingSecret -}}
{{- $problems = append $problems "rpcTls.existingSecret is required with rpcCertificate.enabled: the name of the Secret that cert-manager makes" -}}
{{- end -}}
{{- if and (eq .Values.rpcCertificate.privateKey.algorithm "RSA") (lt (int64 .Values.rpcCertificate.privateKey.size) (int64 2048)) -}}
{{- $problems = append $problems "rpcCertificate.privateKey.size must be at least 2048 with RSA" -}}
{{- end -}}
{{- if not .Values.rpcCertificate.issuerRef.name -}}
{{- $problems = append $problems "rpcCertificate.issuerRef.name is required with rpcCertificate.enabled" -}}
{{- end -}}
{{- end -}}
{{- /* A CronJob has at most 52 characters, with its suffix. */ -}}
{{- if gt (len (include "common.name" .)) 42 -}}
{{- $problems = append $problems (printf "the name %s is longer than 42 characters: shorten global.namePrefix or nameOverride" (include "common.name" .)) -}}
{{- end -}}
{{- $problems = concat $problems (include "common.externalSecretProblems" . | fromYamlArray) (include "common.kedaProblems" . | fromYamlArray) -}}
{{- $own := list "PORT" "RPC_PORT" "RPC_PLAIN_PORT" "ADMIN_PORT" "HOST" "COMMIT" "BUILT_AT" "OTEL_SERVICE_NAME" -}}
{{- range include "common.env" . | fromYamlArray }}{{ $own = append $own .name }}{{ end -}}
{{- range .Values.extraEnv -}}
{{- if hasKey $facts.variables .name -}}
{{- $problems = append $problems (printf "extraEnv must not have %s: write it into %s" .name (ternary "the Secret (existingSecret)" "config" (get $facts.variables .name).secret)) -}}
{{- else if has .name $own -}}
{{- $problems = append $problems (printf "extraEnv must not have %s: the chart sets it" .name) -}}
{{- end -}}
{{- end -}}
{{- range .Values.extraVolumes -}}
{{- if has .name (list "secrets" "database" "rpc-tls" "kafka-tls" "providers" "marks" "extra-ca") -}}
{{- $problems = append $problems (printf "extraVolumes must not have %s: the chart has a volume of this name" .name) -}}
{{- end -}}
{{- end -}}
{{- if or (.Values.ingress).enabled (.Values.httpRoute).enabled -}}
{{- if lt (int64 (get $config "TRUSTED_PROXIES")) (int64 1) -}}
{{- $problems = append $problems "config.TRUSTED_PROXIES (or global.config.TRUSTED_PROXIES) is required with ingress or httpRoute: the number of proxies in front, such as 1. Without it all clients share the limits of one address" -}}
{{- end -}}
{{- else if and (eq $facts.serves "http") (ne .Values.service.type "ClusterIP") (not (hasKey $config "TRUSTED_PROXIES")) -}}
{{- $problems = append $problems (printf "config.TRUSTED_PROXIES (or global.config.TRUSTED_PROXIES) is required with service.type %s: the number of HTTP proxies in front, 0 if clients connect without one. Too few, and all clients share the limits of one address; too many, and they choose theirs" .Values.service.type) -}}
{{- end -}}
{{- if (.Values.ingress).enabled -}}
{{- if not .Values.ingress.host -}}
{{- $problems = append $problems "ingress.host is required with ingress.enabled" -}}
{{- end -}}
{{- end -}}
{{- if (.Values.httpRoute).enabled -}}
{{- if not (and .Values.httpRoute.parentRefs .Values.httpRoute.hostnames) -}}
{{- $problems = append $problems "httpRoute.parentRefs and httpRoute.hostnames are required with httpRoute.enabled" -}}
{{- end -}}
{{- end -}}
{{- if and .Values.autoscaling.enabled (lt (int64 .Values.autoscaling.maxReplicas) (int64 .Values.autoscaling.minReplicas)) -}}
{{- $problems = append $problems "autoscaling.maxReplicas must not be below autoscaling.minReplicas" -}}
{{- end -}}
{{- if not (or (include "common.isSome" .Values.rollout.maxSurge) (include "common.isSome" .Values.rollout.maxUnavailable)) -}}
{{- $problems = append $problems "rollout.maxSurge and rollout.maxUnavailable must not both be 0: no pod could be replaced" -}}
{{- end -}}
{{- if ge (float64 (get $config "STOP_DELAY_SECONDS")) (mulf 0.8 (float64 (get $config "STOP_TIMEOUT_SECONDS"))) -}}
{{- $problems = append $problems "config.STOP_DELAY_SECONDS must be below four fifths of STOP_TIMEOUT_SECONDS: nothing is drained otherwise" -}}
{{- end -}}
{{- if $problems -}}
{{- fail (printf "\n\nThe values of %s have %d problem(s):\n  %s\n" .Chart.Name (len $problems) (join "\n  " $problems)) -}}
{{- end -}}
{{- end }}

{{/*
Whether a number or a share of pods is above zero.
*/}}
{{- define "common.isSome" -}}
{{- if gt (toString . | trimSuffix "%" | int64) (int64 0) }}true{{ end -}}
{{- end }}
