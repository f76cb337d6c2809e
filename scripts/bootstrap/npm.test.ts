import { expect, test } from "vitest";
import { reason } from "./npm.mjs";

test.for([
  ["npm error code ENOTFOUND\nnpm error syscall getaddrinfo", "the npm registry can't be reached"],
  ["npm error code ECONNREFUSED", "the npm registry can't be reached"],
  ["npm error code ENOSPC\nnpm error nospc write", "the disk is full"],
  ["npm error code EACCES\nnpm error path /root/.npm", "no permission to write there"],
  ["npm error code SELF_SIGNED_CERT_IN_CHAIN", "NODE_EXTRA_CA_CERTS"],
  [
    "npm warn old\nnpm error code E404\nnpm error 404 Not Found",
    "npm error code E404\nnpm error 404 Not Found",
  ],
] as const)("%j is reported as %j", ([output, sentence]) => {
  expect(reason(output)).toContain(sentence);
});
