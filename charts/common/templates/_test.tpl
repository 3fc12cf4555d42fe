{{/*
`helm test`: asks through the Service, from a pod of its own, whether the service is ready and answers on its port.
*/}}
{{- define "common.test" -}}
{{- $facts := include "common.facts" . | fromJson -}}
{{- $name := include "common.name" . -}}
apiVersion: v1
kind: Pod
metadata:
  {{- include "common.metadata" (dict "context" . "component" "test" "name" (printf "%s-test" $name)) | nindent 2 }}
  annotations:
    helm.sh/hook: test
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
spec:
  {{- include "common.podSecurity" . | nindent 2 }}
  serviceAccountName: default
  {{- with include "common.imagePullSecrets" . }}
  {{- . | nindent 2 }}
  {{- end }}
  restartPolicy: Never
  containers:
    - name: test
      image: {{ include "common.image" . }}
      imagePullPolicy: {{ include "common.imagePullPolicy" . }}
      {{- include "common.containerSecurity" . | nindent 6 }}
      resources:
        requests: { cpu: 10m, memory: 64Mi }
        limits: { memory: 128Mi }
      command: [node, --input-type=module, --eval]
      args:
        - |
          // A network that enforces policies lets a new pod through only when it has learned its address.
          const learnedBy = Date.now() + 30_000;
          const connect = async (url, options) => {
            for (;;)
              try {
                return await fetch(url, { ...options, signal: AbortSignal.timeout(5000) });
              } catch (error) {
                if (Date.now() > learnedBy) throw error;
                await new Promise((resolve) => setTimeout(resolve, 500));
              }
          };
          const ask = async (what, url, options) => {
            const answer = await connect(url, options);
            console.log(`${what}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
            if (!answer.ok) process.exitCode = 1;
          };
          await ask('ready', 'http://{{ include "common.adminServiceName" . }}:{{ $facts.adminPort }}/readyz');
          {{- if eq $facts.serves "rpc" }}
          {{- /* With TLS it would need a certificate of its own. */}}
          {{- if eq (include "common.ports" (dict "context" . "of" $facts) | fromYamlArray | first).scheme "http" }}
          await ask('serves', 'http://{{ $name }}:{{ $facts.port }}/grpc.health.v1.Health/Check', {
            method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}',
          });
          {{- end }}
          {{- else }}
          await ask('serves', 'http://{{ $name }}:{{ $facts.port }}{{ $facts.healthPath }}');
          {{- end }}
{{- end }}
