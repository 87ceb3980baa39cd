import { mentionedGroupIds, mentionsUser } from "../../../src/domain/text/group-mentions";

const user = (id: number, silent = "") =>
  `<span class="user-mention${silent}" data-user-id="${id}">@Ben</span>`;
const group = (id: number, silent = "") =>
  `<span class="user-group-mention${silent}" data-user-group-id="${id}">@cooks</span>`;

test("finds mentioned groups, without silent mentions", () => {
  expect(mentionedGroupIds(`<p>${group(5)} ${group(6, " silent")} ${user(7)} ${group(4)}</p>`)).toEqual([
    5, 4,
  ]);
  expect(
    mentionedGroupIds('<p><span data-user-group-id="8" class="user-group-mention">@x</span></p>'),
  ).toEqual([8]);
  expect(mentionedGroupIds("<p>&lt;span class=user-group-mention&gt;</p>")).toEqual([]);
});

test("a user is mentioned by name, not by a longer id, a silent mention or a wildcard", () => {
  expect(mentionsUser(`<p>${user(7)}</p>`, 7)).toBe(true);
  expect(mentionsUser(`<p>${user(70)} ${user(7, " silent")} ${group(7)}</p>`, 7)).toBe(false);
  expect(
    mentionsUser('<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>', 7),
  ).toBe(false);
});
