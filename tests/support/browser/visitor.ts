/** What a browser does without JavaScript: keeps cookies, follows redirects, sends forms. */
export interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

const attribute = (tag: string, name: string): string | undefined => {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1];
  return value === undefined ? undefined : unescaped(value);
};

/** The form of a page that has a field or an action of this name, with its current values. */
const formIn = (
  page: Shown,
  name: string,
): { readonly action: string; readonly values: Record<string, string> } => {
  for (const [, head = "", body = ""] of page.text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)) {
    const action = attribute(head, "action") ?? "";
    const inputs = [...body.matchAll(/<(?:input|button)[^>]*>/g)].map(([tag]) => tag);
    if (!action.endsWith(name) && !inputs.some((tag) => attribute(tag, "name") === name)) continue;
    const values = inputs
      .filter((tag) => attribute(tag, "type") === "hidden" || attribute(tag, "readonly") !== undefined)
      .map((tag) => [attribute(tag, "name") ?? "", attribute(tag, "value") ?? ""]);
    return { action: new URL(action, page.url).toString(), values: Object.fromEntries(values) };
  }
  throw new Error(`There is no form with ${name} on ${page.url}:\n${page.text}`);
};

export class Visitor {
  /** By origin and name. */
  private readonly cookies = new Map<string, string>();

  constructor(private readonly ownHeaders: Readonly<Record<string, string>> = {}) {}

  open(url: string): Promise<Shown> {
    return this.request(url, {});
  }

  /** Fills in the form that has a field or an action of this name, and sends it. */
  async send(page: Shown, name: string, values: Readonly<Record<string, string>>): Promise<Shown> {
    const form = formIn(page, name);
    return this.post(form.action, { ...form.values, ...values });
  }

  post(url: string, values: Readonly<Record<string, string>>): Promise<Shown> {
    return this.request(url, {
      method: "POST",
      body: new URLSearchParams(values),
      headers: { Origin: new URL(url).origin },
    });
  }

  /** The value of a cookie. */
  cookie(url: string, name: string): string | undefined {
    return this.cookies.get(`${new URL(url).origin} ${name}`);
  }

  private async request(url: string, init: RequestInit, hops = 10): Promise<Shown> {
    const { origin } = new URL(url);
    const own = [...this.cookies].filter(([key]) => key.startsWith(`${origin} `));
    const cookie = own.map(([key, value]) => `${key.slice(origin.length + 1)}=${value}`).join("; ");
    const headers = {
      "User-Agent": "Visitor of the tests",
      ...this.ownHeaders,
      ...init.headers,
      ...(cookie && { Cookie: cookie }),
    };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (value === "") this.cookies.delete(`${origin} ${name}`);
      else this.cookies.set(`${origin} ${name}`, value);
    }
    const location = response.headers.get("Location");
    const next = location === null ? undefined : new URL(location, url);
    if (next?.protocol === "http:" && hops > 0) {
      await response.body?.cancel();
      return this.request(next.toString(), {}, hops - 1);
    }
    const { status } = response;
    return { url: next?.toString() ?? url, status, headers: response.headers, text: await response.text() };
  }
}
