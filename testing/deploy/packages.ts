/** Debian's packages that the tests of this folder need, each with a file of it. */
export const packages = {
  postgresql: "/usr/lib/postgresql",
  pgbouncer: "/usr/sbin/pgbouncer",
  haproxy: "/usr/sbin/haproxy",
  caddy: "/usr/bin/caddy",
  "nginx-light": "/usr/sbin/nginx",
  prometheus: "/usr/bin/prometheus", // optional: telemetry
};

export type Package = keyof typeof packages;
