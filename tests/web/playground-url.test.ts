import { playgroundsOf, playgroundUrl } from "../../web/src/views/messages/playground-url";

const playground = (pygments_language: string, url_template: string) => ({
  id: 1,
  name: "Play",
  pygments_language,
  url_template,
});
const python = playground("Python", "https://play.example.com/?code={code}");
const rust = playground("rust", "https://rust.example.com/{?code}");

test("a language has the playgrounds of its name, in any case", () => {
  expect(playgroundsOf([python, rust], "python")).toEqual([python]);
  expect(playgroundsOf([python, rust], "Rust")).toEqual([rust]);
  expect(playgroundsOf([python, rust], "")).toEqual([]);
});

test("the code is encoded into the template", () => {
  expect(playgroundUrl(python, "a = 1 & 2\n")).toBe(
    "https://play.example.com/?code=a%20%3D%201%20%26%202%0A",
  );
  expect(playgroundUrl(rust, "x")).toBe("https://rust.example.com/?code=x");
});

test.each(["javascript:{code}", "data:text/html,{code}", "{code}"])("%s opens nothing", (template) => {
  expect(playgroundUrl(playground("Python", template), "alert(1)")).toBeUndefined();
});
