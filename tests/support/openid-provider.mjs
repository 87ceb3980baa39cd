/** An OpenID Connect provider that believes whatever name one logs in with: `ada` is ada@example.org. */
import Provider from "oidc-provider";

const [port, redirectUri] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
const provider = new Provider(issuer, {
  clients: [{ client_id: "parley", client_secret: "a secret of the provider", redirect_uris: [redirectUri] }],
  cookies: { keys: ["a key for cookies"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  pkce: { required: () => true },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => ({
      ...{ sub: id, name: `${id[0].toUpperCase()}${id.slice(1)} Example` },
      ...{ email: `${id}@example.org`, email_verified: !id.startsWith("unconfirmed") },
    }),
  }),
});
const server = provider.listen(Number(port), "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ port })}\n`),
);
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
