# Any role: docker run -v wishlist-data:/data -e REDIS_URL=redis://... -p 8080:8080 wishlist-service [--role http|worker|jobs]
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json ./
COPY scripts scripts
COPY clients clients
COPY src src
COPY portal portal
COPY docs docs
RUN npm run build && npm run -s sbom > dist/sbom.json
RUN install -d -o node -g node -m 700 /volumes/data

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

# Only the C and C++ libraries: no shell, no package manager.
FROM gcr.io/distroless/cc-debian12
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /etc/passwd /etc/group /etc/
COPY --from=build --chown=1000:1000 /volumes /
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data DEMO_TENANT=off
WORKDIR /app
# All other packages are in the compiled program.
COPY --from=packages /app/node_modules/swagger-ui-dist/package.json node_modules/swagger-ui-dist/package.json
COPY --from=packages /app/node_modules/swagger-ui-dist/LICENSE node_modules/swagger-ui-dist/LICENSE
COPY --from=packages /app/node_modules/swagger-ui-dist/swagger-ui.css node_modules/swagger-ui-dist/swagger-ui.css
COPY --from=packages /app/node_modules/swagger-ui-dist/swagger-ui-bundle.js node_modules/swagger-ui-dist/swagger-ui-bundle.js
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
# The packages of the image, with their versions and licences (CycloneDX).
COPY --from=build /app/dist/sbom.json sbom.json
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Node.js is the first process, so it gets SIGTERM, drains and stops.
ENTRYPOINT ["node", "--max-semi-space-size=64", "dist/src/main.js"]
