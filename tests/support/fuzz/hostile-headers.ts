import type { Chance } from "./chance";

const hosts: readonly string[] = [
  "",
  " ",
  ".",
  "..",
  ":",
  ":80",
  "a:99999",
  "a:b:c",
  "a@chat.example.com",
  "chat.example.com.",
  "CHAT.EXAMPLE.COM",
  "chat.example.com:80",
  "chat.example.com:x",
  "chat.example.com/evil",
  "chat.example.com?evil",
  "chat.example.com#evil",
  "chat.example.com, evil.example",
  "chat.example.com\tevil.example",
  "a.b.c.d.chat.example.com",
  "-.chat.example.com",
  "xn--.chat.example.com",
  "%00.chat.example.com",
  "__proto__",
  "constructor.chat.example.com",
  "\u00fcml\u00e4ut.chat.example.com",
  "evil.example",
  "evil.example:80",
  "127.0.0.1",
  "0x7f.1",
  "[::1",
  "[::1]",
  "[::1]:x",
  "[fe80::1%25eth0]",
  "<script>alert(1)</script>",
  '"><script>alert(1)</script>',
  "x".repeat(5000),
  "x.".repeat(2000),
];

/** By header: what clients and proxies send, or attackers in their name. */
const values: Readonly<Record<string, readonly string[]>> = {
  Accept: ["", "*/*", "text/html;q=x", "image/svg+xml", ",".repeat(3000)],
  "Accept-Encoding": ["", "identity;q=0", "gzip, br;q=0, *;q=x", "br", "*"],
  "Accept-Language": ["", "de-DE,*;q=x", "de", "x".repeat(3000), "-,-,-"],
  Authorization: ["", "Basic", "Basic eDp5", "Basic ==", "Bearer x", "Digest x", "x".repeat(3000)],
  Connection: ["close", "upgrade", "x, close"],
  "Content-Encoding": ["gzip", "br", "deflate", "x", "gzip, gzip"],
  "Content-Type": ["", "x", "text/html", "multipart/form-data", "multipart/form-data; boundary="],
  Cookie: [
    "session=x; csrf=y; =; a",
    "sessionid=",
    "sessionid=x; sessionid=y",
    "sessionid=%ff; csrftoken=%",
    "csrftoken=; signon=x; call_sign_on=x",
    "__proto__=1; constructor=2",
    `sessionid=${"x".repeat(9000)}`,
  ],
  Expect: ["100-continue", "x"],
  Forwarded: ["for=x;host=evil.example", '"'],
  Host: hosts,
  "Idempotency-Key": ["", "a", "x".repeat(3000)],
  "If-Modified-Since": ["never", "Thu, 01 Jan 1970 00:00:00 GMT", "-1"],
  "If-None-Match": ['"x", *', "*", 'W/"', ""],
  "If-Range": ["x", '"x"', "Thu, 01 Jan 1970 00:00:00 GMT"],
  "Last-Event-ID": ["", "-1", "x", "9".repeat(400), "9007199254740993"],
  "X-Parley-User": ["", "0", "1", "-1", "x", "1, 2", "9".repeat(400)],
  Origin: ["null", "", "https://evil.example", "http://chat.example.com", "://", "x".repeat(3000)],
  Range: [
    "bytes=5-1,-0",
    "bytes=0-",
    "bytes=-1",
    "bytes=9007199254740993-",
    "x=1",
    `bytes=${"0-1,".repeat(500)}`,
  ],
  Referer: ["::", "https://evil.example/", ""],
  "Sec-Fetch-Site": ["cross-site", "x"],
  "Transfer-Encoding": ["identity", "x"],
  "Tus-Resumable": ["1.0.0", "0.2.2", ""],
  "Upload-Defer-Length": ["1", "x"],
  "Upload-Length": ["-1", "x", "0", "9007199254740993"],
  "Upload-Metadata": ["filename", ",,", "filename ====", "", "a b,a b"],
  "Upload-Offset": ["-1", "x", "9007199254740993"],
  "User-Agent": [
    "",
    "ZulipMobile/99999999999999999999 (",
    "Mozilla/5.0 (",
    "x".repeat(5000),
    "<script>alert(1)</script>",
  ],
  "X-CSRFToken": ["", "x", "c".repeat(32)],
  "X-Forwarded-For": ["1.2.3.4, x", "", "::1", "fe80::1%eth0", "1.2.3.4,".repeat(500), "unknown"],
  "X-Forwarded-Host": hosts,
  "X-Forwarded-Proto": ["https", "javascript", ""],
  "X-HTTP-Method-Override": ["DELETE", "PATCH", "x", ""],
};

/** The headers that requests are tried with. */
export const triedHeaders: readonly string[] = Object.keys(values);

/** A header that may break or deceive the server. */
export const hostileHeader = ({ pick }: Chance): Readonly<Record<string, string>> => {
  // Everything depends on the host: it names the organization.
  const name = pick(["Host", "X-Forwarded-Host", ...triedHeaders, ...triedHeaders]);
  return { [name]: pick(values[name] ?? [""]) };
};
