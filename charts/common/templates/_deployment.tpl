{{- define "common.deployment" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $config := include "common.config" . | fromYaml -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "common.metadata" (dict "context" .) | nindent 2 }}
  {{- with include "common.reloaderAnnotations" . }}
  annotations:
    {{- . | nindent 4 }}
  {{- end }}
spec:
  {{- if not (or .Values.autoscaling.enabled (.Values.keda).enabled) }}
  replicas: {{ .Values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: 300
  selector:
    matchLabels:
      {{- include "common.selectorLabels" . | nindent 6 }}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      # A pod goes only when another one is ready in its place.
      maxSurge: {{ .Values.rollout.maxSurge }}
      maxUnavailable: {{ .Values.rollout.maxUnavailable }}
  minReadySeconds: {{ .Values.rollout.minReadySeconds }}
  template:
    metadata:
      labels:
        {{- include "common.labels" (dict "context" .) | nindent 8 }}
        {{- with .Values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        # A change of the configuration is a rollout, and one of a Secret that was read at the start.
        checksum/config: {{ include "common.config" . | sha256sum }}
        {{- with include "common.secretsChecksum" . }}
        checksum/secrets: {{ . }}
        {{- end }}
        {{- with .Values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "common.podSecurity" . | nindent 6 }}
      serviceAccountName: {{ include "common.serviceAccountName" . }}
      {{- with include "common.imagePullSecrets" . }}
      {{- . | nindent 6 }}
      {{- end }}
      # Longer than the process takes at most: it is killed only if it hangs.
      terminationGracePeriodSeconds: {{ add (get $config "STOP_TIMEOUT_SECONDS") 5 }}
      {{- if .Values.topologySpread }}
      topologySpreadConstraints:
        {{- range $key, $when := .Values.topologySpread }}
        - topologyKey: {{ $key }}
          maxSkew: 1
          whenUnsatisfiable: {{ $when }}
          labelSelector:
            matchLabels:
              {{- include "common.selectorLabels" $ | nindent 14 }}
          # Counts the pods of each version by themselves, so that a rollout ends as evenly spread as it began.
          matchLabelKeys: [pod-template-hash]
        {{- end }}
      {{- end }}
      {{- with .Values.extraInitContainers }}
      initContainers:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: {{ $facts.service }}
          image: {{ include "common.image" . }}
          imagePullPolicy: {{ include "common.imagePullPolicy" . }}
          {{- with $facts.program }}
          args: [{{ printf "dist/%s.js" . | quote }}]
          {{- end }}
          {{- include "common.containerSecurity" . | nindent 10 }}
          envFrom:
            {{- /* Of a key in several sources the last one wins. */}}
            {{- with .Values.extraEnvFrom }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
            - configMapRef:
                name: {{ include "common.name" . }}
          env:
            {{- include "common.env" . | nindent 12 }}
            {{- with .Values.extraEnv }}
            {{- toYaml . | nindent 12 }}
            {{- end }}
          ports:
            {{- range include "common.ports" (dict "context" . "of" $facts) | fromYamlArray }}
            - name: {{ .name }}
              containerPort: {{ .port }}
            {{- end }}
            {{- with include "common.grpcPort" . }}
            - name: grpc
              containerPort: {{ . }}
            {{- end }}
            - name: admin
              containerPort: {{ $facts.adminPort }}
          # Two minutes to start; the probes below begin then.
          startupProbe:
            httpGet: { path: /livez, port: admin }
            periodSeconds: 1
            timeoutSeconds: 2
            failureThreshold: 120
          # The process alone: a dependency that is down is no reason to restart it.
          livenessProbe:
            httpGet: { path: /livez, port: admin }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          # What it needs to answer: its database, and for the gateway its services.
          readinessProbe:
            httpGet: { path: /readyz, port: admin }
            periodSeconds: 5
            timeoutSeconds: 3
            failureThreshold: 2
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
          {{- with include "common.volumeMounts" . | trim }}
          volumeMounts:
            {{- . | nindent 12 }}
          {{- end }}
        {{- with .Values.extraContainers }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- with include "common.volumes" . | trim }}
      volumes:
        {{- . | nindent 8 }}
      {{- end }}
{{- end }}
