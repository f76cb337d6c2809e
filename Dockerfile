FROM node:26-slim AS build
WORKDIR /build
COPY package.json package-lock.json ./
COPY tools/node tools/node
RUN npm ci
COPY . .
# Settings of the build (docs/settings.md), and where it comes from: .git is not copied.
ARG VITE_IS_DEMO VITE_ENV_NAME VITE_ENV_EMOJI VITE_ENV_COLOR SOURCE_DATE_EPOCH CI_COMMIT_SHA CI_COMMIT_REF_NAME
RUN npm run package

FROM node:26-slim
WORKDIR /app
COPY --from=build /build/dist/package .
RUN mkdir /data && chown node:node /data
# The account "node", as a number: Kubernetes can check that it isn't root.
USER 1000:1000
ENV HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --start-period=60s --interval=10s --timeout=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server/main.js"]
