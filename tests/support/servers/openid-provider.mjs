/**
 * An OpenID Connect provider that believes any login name: `ada` is ada@example.org, until
 * `/mailbox?of=ada&is=countess` gives her the address countess@example.org.
 */
import Provider from "oidc-provider";

const [port, redirectUri] = process.argv.slice(2);
const issuer = `http://127.0.0.1:${port}`;
/** The local parts of addresses that differ from people's login names. */
const mailboxes = new Map();
const provider = new Provider(issuer, {
  clients: [{ client_id: "parley", client_secret: "a secret of the provider", redirect_uris: [redirectUri] }],
  cookies: { keys: ["a key for cookies"] },
  claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
  pkce: { required: () => true },
  findAccount: (_context, id) => ({
    accountId: id,
    claims: () => {
      const mailbox = mailboxes.get(id) ?? id;
      return {
        sub: id,
        name: `${id[0].toUpperCase()}${id.slice(1)} Example`,
        email: `${mailbox}@example.org`,
        email_verified: !mailbox.startsWith("unconfirmed"),
      };
    },
  }),
});
provider.use(async (context, next) => {
  if (context.path !== "/mailbox") return next();
  mailboxes.set(context.query.of, context.query.is);
  context.status = 204;
});
const server = provider.listen(Number(port), "127.0.0.1", () =>
  process.stdout.write(`${JSON.stringify({ port })}\n`),
);
process.on("SIGTERM", () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
