declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  export const decrypt: (
    content: Buffer,
    options: { readonly version: "aes128gcm"; readonly privateKey: ECDH; readonly authSecret: string },
  ) => Buffer;
}
