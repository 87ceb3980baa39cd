import { re2Patterns } from "../../../src/adapters/linkifiers/re2-patterns";
import { rfc6570Templates } from "../../../src/adapters/linkifiers/rfc6570-templates";
import { tldUrls } from "../../../src/adapters/linkifiers/tld-urls";
import { bareUrlsContract } from "../topics/bare-urls.contract";
import { linkifierPatternsContract } from "./linkifier-patterns.contract";
import { urlTemplatesContract } from "./url-templates.contract";

describe("linkifier patterns", () => linkifierPatternsContract(re2Patterns));
describe("URL templates", () => urlTemplatesContract(rfc6570Templates));
describe("bare URLs", () => bareUrlsContract(tldUrls));
