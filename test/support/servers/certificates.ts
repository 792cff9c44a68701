import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Cleanup } from "../redis.ts";
import { tempFolder } from "../temp-folder.ts";

/** Paths of a certificate and its key. */
interface Certificate {
  cert: string;
  key: string;
}

/** A certificate authority for one test. */
export interface Authority {
  /** Path of its certificate. */
  ca: string;
  /** Creates a certificate for some names, such as `IP:127.0.0.1`. */
  certify: (name: string, names: string) => Certificate;
}

const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Creates a certificate authority with openssl. Its files are deleted when the test ends. */
export function newAuthority(t: Cleanup): Authority {
  const dir = tempFolder(t);
  const file = (name: string) => join(dir, name);
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { stdio: ["ignore", "ignore", "pipe"] });
  const [ca, caKey] = [file("ca.pem"), file("ca.key")];
  openssl("req", "-x509", ...KEY, "-keyout", caKey, "-out", ca, "-days", "2", "-subj", "/CN=ca");
  return {
    ca,
    certify(name, names) {
      const [cert, key, request, extension] = ["pem", "key", "csr", "ext"].map((end) =>
        file(`${name}.${end}`),
      );
      if (!cert || !key || !request || !extension) throw new Error("a file has no name");
      openssl("req", ...KEY, "-keyout", key, "-out", request, "-subj", `/CN=${name}`);
      writeFileSync(extension, `subjectAltName=${names}`);
      const signer = ["-CA", ca, "-CAkey", caKey, "-CAcreateserial"];
      openssl("x509", "-req", "-in", request, ...signer, "-days", "2", "-extfile", extension, "-out", cert);
      return { cert, key };
    },
  };
}
