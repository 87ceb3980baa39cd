# Parley with its own PostgreSQL, or with yours if DATABASE_URL is set. All data is in /data.
FROM node:24-bookworm-slim AS build
WORKDIR /parley
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /parley
ENV NODE_ENV=production PARLEY_HOST=0.0.0.0 PARLEY_DATA_DIR=/data
# Keeps large buffers out of the heap, which shrinks badly: docs/operating.md says how much that saves.
ENV MALLOC_MMAP_THRESHOLD_=131072 MALLOC_ARENA_MAX=1
# Node.js 24 would take about 70 MB more under load.
ENV NODE_OPTIONS=--max-semi-space-size=16
COPY --from=build /parley/package.json ./
COPY --from=build /parley/node_modules node_modules
COPY --from=build /parley/dist/migrations dist/migrations
COPY --from=build /parley/dist/src dist/src
COPY --from=build /parley/dist/web dist/web
# Neither Node.js nor PostgreSQL needs root.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 9991
# PostgreSQL needs time to write everything to disk: give `docker stop` 30 seconds.
STOPSIGNAL SIGTERM
# Not /ready, which fails while the database is away: that doesn't make the node unhealthy.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PARLEY_PORT ?? 9991) + '/health').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/src/main.js"]
