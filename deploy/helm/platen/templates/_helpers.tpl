{{/* The release's name: `platen` for `helm install platen`. */}}
{{- define "platen.name" -}}
{{ .Release.Name | trunc 50 | trimSuffix "-" }}
{{- end }}

{{/* Labels that select the pods of a component. Takes a dict with `root` and `component`. */}}
{{- define "platen.selector" -}}
app.kubernetes.io/name: platen
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{/* Labels of everything in the release. */}}
{{- define "platen.labels" -}}
app.kubernetes.io/name: platen
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "platen.image" -}}
{{ .Values.image.repository }}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "platen.secretName" -}}
{{ .Values.secretName | default (include "platen.name" .) }}
{{- end }}

{{/*
A deployment. Takes a dict with `root`, `component` (api, worker), `args`, `port` (of the probes), and `readiness` (a probe's
times).
*/}}
{{- define "platen.deployment" -}}
{{- $root := .root -}}
{{- $own := get $root.Values .component -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "platen.name" $root }}-{{ .component }}
  namespace: {{ $root.Release.Namespace }}
  labels:
    {{- include "platen.labels" $root | nindent 4 }}
    app.kubernetes.io/component: {{ .component }}
spec:
  {{- if not $root.Values.autoscaling.enabled }}
  replicas: {{ $own.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  minReadySeconds: 5
  strategy:
    type: RollingUpdate
    # Start new pods before old ones stop.
    rollingUpdate:
      maxUnavailable: 0
      maxSurge: 1
  selector:
    matchLabels:
      {{- include "platen.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "platen.selector" . | nindent 8 }}
      annotations:
        # New settings start new pods.
        checksum/settings: {{ toYaml $root.Values.settings | sha256sum }}
        prometheus.io/scrape: 'true'
        prometheus.io/port: '9464'
    spec:
      serviceAccountName: {{ include "platen.name" $root }}
      automountServiceAccountToken: false
      enableServiceLinks: false
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      # 15 s of DRAIN_DELAY (API), 30 s for requests or rows in progress, 10 s to close.
      terminationGracePeriodSeconds: 60
      securityContext:
        runAsNonRoot: true
        runAsUser: 10001
        runAsGroup: 10001
        fsGroup: 10001
        seccompProfile:
          type: RuntimeDefault
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels:
              {{- include "platen.selector" . | nindent 14 }}
      {{- with $root.Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $root.Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      containers:
        - name: platen
          image: {{ include "platen.image" $root }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          args: {{ toJson .args }}
          envFrom:
            - configMapRef:
                name: {{ include "platen.name" $root }}
            - secretRef:
                name: {{ include "platen.secretName" $root }}
          ports:
            {{- if eq .port "http" }}
            - name: http
              containerPort: 8080
            {{- end }}
            - name: metrics
              containerPort: 9464
          # Two minutes: a start waits for migrations and for renderers to warm up.
          startupProbe:
            httpGet:
              path: /healthz
              port: {{ .port }}
            periodSeconds: 2
            failureThreshold: 60
          # A missing database is no reason to restart a process.
          livenessProbe:
            httpGet:
              path: /healthz
              port: {{ .port }}
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 3
          # Checks database, storage and renderers for at most 2 s. An API process fails it from SIGTERM on, while it
          # still takes requests for DRAIN_DELAY: no preStop is needed.
          readinessProbe:
            httpGet:
              path: /readyz
              port: {{ .port }}
            {{- toYaml .readiness | nindent 12 }}
          resources:
            {{- toYaml $own.resources | nindent 12 }}
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities:
              drop: [ALL]
          volumeMounts:
            - name: scratch
              mountPath: /data
              subPath: data
            - name: scratch
              mountPath: /tmp
              subPath: tmp
      volumes:
        # Files are in the bucket: these folders stay almost empty.
        - name: scratch
          emptyDir:
            sizeLimit: 256Mi
{{- end }}
