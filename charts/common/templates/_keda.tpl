{{/*
The number of pods by waiting work: lag of the consumer group in Kafka, what else waits by Prometheus, and CPU.
*/}}
{{- define "common.keda" -}}
{{- if (.Values.keda).enabled -}}
{{- $name := include "common.name" . -}}
{{- with .Values.keda -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "common.metadata" (dict "context" $) | nindent 2 }}
spec:
  scaleTargetRef:
    name: {{ $name }}
  pollingInterval: {{ .pollingInterval }}
  minReplicaCount: {{ .minReplicas }}
  maxReplicaCount: {{ .maxReplicas }}
  {{- if include "common.kedaMayFallBack" $ }}
  fallback:
    failureThreshold: {{ .fallback.failureThreshold }}
    replicas: {{ .fallback.replicas }}
    {{- with .fallback.behavior }}
    behavior: {{ . }}
    {{- end }}
  {{- end }}
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        {{- include "common.scalingBehavior" $ | nindent 8 }}
  triggers:
    {{- include "common.kedaTriggers" $ | nindent 4 }}
{{- end }}
{{- if include "common.kafkaAuthentication" . }}
---
apiVersion: keda.sh/v1alpha1
kind: TriggerAuthentication
metadata:
  {{- include "common.metadata" (dict "context" . "name" (printf "%s-kafka" $name)) | nindent 2 }}
spec:
  {{- include "common.kafkaAuthentication" . | nindent 2 }}
{{- end }}
{{- end }}
{{- end }}

{{/*
KEDA refuses a fallback where CPU and memory alone count.
*/}}
{{- define "common.kedaMayFallBack" -}}
{{- range include "common.kedaTriggers" . | fromYamlArray -}}
{{- if not (has .type (list "cpu" "memory")) }}true{{ end -}}
{{- end -}}
{{- end }}

{{/*
All triggers, as a YAML list.
*/}}
{{- define "common.kedaTriggers" -}}
{{- $triggers := concat (include "common.kedaQueueTriggers" . | fromYamlArray) .Values.keda.extraTriggers -}}
{{- with .Values.keda.targetCpuPercent -}}
{{- /* Of the service alone: an extra container may request no CPU. */ -}}
{{- $triggers = append $triggers (dict "type" "cpu" "metricType" "Utilization" "metadata" (dict "value" (include "common.text" .) "containerName" $.Chart.Name)) -}}
{{- end -}}
{{- toYaml $triggers -}}
{{- end }}

{{/*
The triggers by waiting work, as a YAML list.
*/}}
{{- define "common.kedaQueueTriggers" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $keda := .Values.keda -}}
{{- $triggers := list -}}
{{- if $keda.lagPerPod -}}
{{- range $facts.topics -}}
{{- $metadata := merge (dict "topic" . "lagThreshold" (include "common.text" $keda.lagPerPod)) (include "common.kafkaMetadata" $ | fromYaml) -}}
{{- $trigger := dict "type" "kafka" "metadata" $metadata -}}
{{- if include "common.kafkaAuthentication" $ -}}
{{- $_ := set $trigger "authenticationRef" (dict "name" (printf "%s-kafka" (include "common.name" $))) -}}
{{- end -}}
{{- $triggers = append $triggers $trigger -}}
{{- end -}}
{{- end -}}
{{- with $facts.queue -}}
{{- $threshold := get $keda .value -}}
{{- if and $threshold $keda.prometheus.serverAddress -}}
{{- /* Each process tells the same. Without an answer the fallback counts, not 0. */ -}}
{{- $query := printf "max(%s{namespace=%q,job=%q,%s})" .metric $.Release.Namespace (include "common.name" $) .matchers -}}
{{- $metadata := dict "serverAddress" $keda.prometheus.serverAddress "query" $query "threshold" (include "common.text" $threshold) "ignoreNullValues" "false" -}}
{{- with $keda.prometheus.authModes }}{{ $_ := set $metadata "authModes" . }}{{ end -}}
{{- $trigger := dict "type" "prometheus" "metadata" $metadata -}}
{{- with $keda.prometheus.authenticationRef }}{{ $_ := set $trigger "authenticationRef" . }}{{ end -}}
{{- $triggers = append $triggers $trigger -}}
{{- end -}}
{{- end -}}
{{- toYaml $triggers -}}
{{- end }}

{{/*
How KEDA reaches Kafka: as the service does, by its variables.
*/}}
{{- define "common.kafkaMetadata" -}}
{{- $config := include "common.config" . | fromYaml -}}
{{- $protocol := $config.KAFKA_SECURITY_PROTOCOL | default "plaintext" -}}
bootstrapServers: {{ $config.KAFKA_BROKERS | quote }}
consumerGroup: {{ .Chart.Name }}
# As the service: without a committed offset from the beginning.
offsetResetPolicy: earliest
limitToPartitionsWithLag: "true"
# Of the protocol; 1.0.0 by default.
version: 2.8.0
{{- if has $protocol (list "ssl" "sasl_ssl") }}
tls: enable
{{- end }}
{{- if hasPrefix "sasl_" $protocol }}
sasl: {{ get (dict "PLAIN" "plaintext" "SCRAM-SHA-256" "scram_sha256" "SCRAM-SHA-512" "scram_sha512") $config.KAFKA_SASL_MECHANISM }}
{{- end }}
{{- end }}

{{/*
The TriggerAuthentication with the user and the certificates of the service at Kafka; empty: it has none.
*/}}
{{- define "common.kafkaAuthentication" -}}
{{- $config := include "common.config" . | fromYaml -}}
{{- $protocol := $config.KAFKA_SECURITY_PROTOCOL | default "plaintext" -}}
{{- $secrets := list -}}
{{- if hasPrefix "sasl_" $protocol -}}
{{- $secrets = append $secrets (dict "parameter" "password" "name" .Values.existingSecret "key" "KAFKA_SASL_PASSWORD") -}}
{{- end -}}
{{- if has $protocol (list "ssl" "sasl_ssl") -}}
{{- with .Values.kafkaTls.existingSecret -}}
{{- $secrets = append $secrets (dict "parameter" "ca" "name" . "key" "ca.crt") -}}
{{- if $.Values.kafkaTls.clientCertificate -}}
{{- $secrets = append $secrets (dict "parameter" "cert" "name" . "key" "tls.crt") -}}
{{- $secrets = append $secrets (dict "parameter" "key" "name" . "key" "tls.key") -}}
{{- end -}}
{{- end -}}
{{- if has "KAFKA_SSL_KEY_PASSWORD" .Values.optionalSecrets -}}
{{- $secrets = append $secrets (dict "parameter" "keyPassword" "name" .Values.existingSecret "key" "KAFKA_SSL_KEY_PASSWORD") -}}
{{- end -}}
{{- end -}}
{{- if and $secrets .Values.keda.lagPerPod -}}
secretTargetRef:
  {{- toYaml $secrets | nindent 2 }}
{{- if hasPrefix "sasl_" $protocol }}
configMapTargetRef:
  - parameter: username
    name: {{ include "common.name" . }}
    key: KAFKA_SASL_USERNAME
{{- end }}
{{- end }}
{{- end }}

{{/*
What is wrong with the values of KEDA, as a YAML list.
*/}}
{{- define "common.kedaProblems" -}}
{{- $problems := list -}}
{{- if (.Values.keda).enabled -}}
{{- $config := include "common.config" . | fromYaml -}}
{{- with .Values.keda -}}
{{- if $.Values.autoscaling.enabled -}}
{{- $problems = append $problems "autoscaling.enabled and keda.enabled exclude each other: KEDA makes an autoscaler of its own" -}}
{{- end -}}
{{- if lt (int64 .maxReplicas) (int64 .minReplicas) -}}
{{- $problems = append $problems "keda.maxReplicas must not be below keda.minReplicas" -}}
{{- end -}}
{{- if lt (int64 .maxReplicas) (int64 .fallback.replicas) -}}
{{- $problems = append $problems "keda.fallback.replicas must not be above keda.maxReplicas" -}}
{{- end -}}
{{- if not (include "common.kedaTriggers" $ | fromYamlArray) -}}
{{- $problems = append $problems "keda has nothing to count: set keda.targetCpuPercent or another of its values above 0" -}}
{{- end -}}
{{- if .lagPerPod -}}
{{- range list "KAFKA_SSL_CA_PEM" "KAFKA_SSL_CERTIFICATE_PEM" -}}
{{- if hasKey $config . -}}
{{- $problems = append $problems (printf "keda.lagPerPod takes certificates from kafkaTls.existingSecret alone: it must have those of config.%s, or be 0" .) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toYaml $problems -}}
{{- end }}
