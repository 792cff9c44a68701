# Any role: docker run -v wishlist-data:/data -e REDIS_URL=redis://... -p 8080:8080 wishlist-service [--role http|worker|jobs]
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json ./
COPY scripts scripts
COPY src src
COPY portal portal
COPY docs docs
RUN npm run build

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:${NODE_VERSION}-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data DEMO_TENANT=off
WORKDIR /app
# All other packages are in the compiled program.
COPY --from=packages /app/node_modules/swagger-ui-dist node_modules/swagger-ui-dist
COPY --from=packages /app/node_modules/msgpackr-extract node_modules/msgpackr-extract
COPY --from=packages /app/node_modules/@msgpackr-extract node_modules/@msgpackr-extract
COPY --from=packages /app/node_modules/node-gyp-build-optional-packages node_modules/node-gyp-build-optional-packages
COPY --from=packages /app/node_modules/detect-libc node_modules/detect-libc
COPY --from=build /app/dist/package.json dist/package.json
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/parts dist/parts
COPY --from=build /app/dist/docs dist/docs
COPY --from=build /app/dist/portal dist/portal
# The operator's tool: docker exec <container> node dist/scripts/wishlist.js <command>
COPY --from=build /app/dist/scripts/wishlist.js dist/scripts/wishlist.js
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process: it takes SIGTERM, drains and stops.
ENTRYPOINT ["node", "--max-semi-space-size=64", "dist/src/main.js"]
