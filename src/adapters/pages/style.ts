/** The pages' only style sheet. */
export const style = `
:root { color-scheme: light dark; --ink: #1c2733; --soft: #55606e; --paper: #fff; --back: #f1f3f6; --line: #b9c1cb;
  --strong: #1f5fa8; --on-strong: #fff; --bad: #a3181c; --bad-back: #fdecec; --good-back: #e8f4ea; --link: #1a5596 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebef; --soft: #aab4c0; --paper: #1d232b; --back: #12161c;
  --line: #59636f; --strong: #2f74c4; --bad: #ffb0ab; --bad-back: #472022; --good-back: #1d3a26; --link: #8fc1f7 } }
* { box-sizing: border-box }
html { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--back) }
body { margin: 0; padding: 24px 16px 48px }
header, main, footer { width: 100%; max-width: 460px; margin: 0 auto }
.wide { max-width: 760px }
header { display: flex; gap: 12px; align-items: center; padding: 8px 0 20px; font-weight: 600; overflow-wrap: anywhere }
header img { width: 40px; height: 40px; border-radius: 8px; flex: none }
main { background: var(--paper); border-radius: 12px; padding: 28px 24px; box-shadow: 0 1px 4px #0003; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 12px }
h2 { font-size: 1.15rem; margin: 32px 0 8px }
p { margin: 0 0 14px }
a { color: var(--link) }
form { margin: 0 }
label { display: block; font-weight: 600; margin: 14px 0 4px }
label.check { display: flex; gap: 10px; align-items: flex-start; font-weight: 400 }
label.check input { margin-top: 5px; flex: none }
input:not([type=checkbox]) { width: 100%; font: inherit; color: inherit; background: transparent; padding: 10px 12px;
  border: 1px solid var(--line); border-radius: 8px; min-height: 44px }
input[readonly] { background: var(--back) }
.hint { color: var(--soft); font-size: .9rem; margin: 4px 0 0 } .hint + pre { margin-top: 12px }
button, .button { display: inline-block; font: inherit; font-weight: 600; border: 1px solid var(--strong); border-radius: 8px;
  background: var(--strong); color: var(--on-strong); padding: 9px 18px; min-height: 44px; cursor: pointer; text-decoration: none }
button.plain { background: transparent; color: var(--link); border-color: var(--line) }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
.actions { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; margin: 20px 0 0 }
.notice { border-radius: 8px; padding: 12px 14px; margin: 0 0 16px; background: var(--good-back) }
.notice.bad { background: var(--bad-back); color: var(--bad) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 18px; margin: 0 }
dt { color: var(--soft) } dd { margin: 0; min-width: 0 }
code, pre { font: .95rem/1.5 ui-monospace, monospace } pre { white-space: pre-wrap; margin: 0 }
ul.plain { list-style: none; margin: 0; padding: 0 }
ul.plain > li { display: flex; gap: 12px; justify-content: space-between; align-items: center; flex-wrap: wrap;
  padding: 12px 0; border-top: 1px solid var(--line) }
ul.plain > li > div { min-width: 0; flex: 1 1 220px }
.qr { display: block; width: 100%; max-width: 240px; height: auto; margin: 0 0 14px; background: #fff; border-radius: 8px }
details { flex: 1 1 100% } summary { color: var(--link); cursor: pointer; min-height: 24px }
footer { color: var(--soft); font-size: .9rem; padding: 20px 0 0 }
@media (max-width: 420px) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 8px } main { padding: 22px 18px } }
`;
