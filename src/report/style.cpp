#include "report/style.h"

namespace engd::report {

// Wide things (tables, files) scroll inside their own box, so that the page itself never does.
// Figures are drawn by gnuplot with black ink, which the last rules turn into the ink of the page.
const char* const style = R"css(
:root {
  color-scheme: light dark;
  --ink: #1d2733; --soft: #5a6774; --paper: #ffffff; --panel: #f5f7f9; --rule: #d9e0e6;
  --accent: #1f6fb2; --warn: #8a4b08; --warn-paper: #fff5e6; --bad: #9b1c1c; --bad-paper: #fdeeee;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #dfe5ea; --soft: #9aa7b3; --paper: #14181d; --panel: #1c2229; --rule: #343d47;
    --accent: #6db3ec; --warn: #f0c078; --warn-paper: #2e2415; --bad: #f2a1a1; --bad-paper: #331b1b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  color: var(--ink); background: var(--paper);
  max-width: 74rem; margin: 0 auto; padding: 2.2rem clamp(1rem, 4vw, 2.5rem) 4rem;
  overflow-wrap: break-word;
}
h1 { font-size: clamp(1.5rem, 1.1rem + 1.6vw, 2.1rem); line-height: 1.2; margin: .1rem 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.8rem 0 .8rem; padding-top: .9rem; border-top: 1px solid var(--rule); }
h3 { font-size: 1.02rem; margin: 1.6rem 0 .4rem; }
p { margin: .6rem 0; max-width: 46rem; }
a { color: var(--accent); }
.kicker { color: var(--soft); font-size: .85rem; letter-spacing: .04em; margin: 0; }
.lead { color: var(--soft); font-size: 1.05rem; }
.note { color: var(--soft); }
nav ul { list-style: none; margin: 1rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; font-size: .95rem; }
code, pre { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .9em; }
.option { white-space: nowrap; }
pre { background: var(--panel); border: 1px solid var(--rule); border-radius: 6px; padding: .9rem 1rem; overflow-x: auto; font-size: .84rem; line-height: 1.5; margin: .8rem 0; }
.notice { border-left: 4px solid var(--warn); background: var(--warn-paper); color: var(--warn); padding: .6rem 1rem; border-radius: 0 6px 6px 0; margin: 1rem 0; max-width: 60rem; }
.notice.bad { border-color: var(--bad); background: var(--bad-paper); color: var(--bad); }
.notice p { margin: .2rem 0; max-width: none; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem; margin: 1.3rem 0; padding: 0; }
.card { background: var(--panel); border: 1px solid var(--rule); border-radius: 8px; padding: .6rem .9rem; }
.card dt { color: var(--soft); font-size: .82rem; }
.card dd { margin: 0; font-size: 1.3rem; line-height: 1.45; font-variant-numeric: tabular-nums; }
.card dd small { display: block; color: var(--soft); font-size: .8rem; line-height: 1.4; }
dl.facts { display: grid; grid-template-columns: minmax(6.5rem, max-content) minmax(0, 1fr); gap: .3rem 1.2rem; margin: .8rem 0; align-items: baseline; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; min-width: 0; }
.terms { display: grid; gap: .7rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 25rem), 1fr)); margin: .8rem 0; }
.term { background: var(--panel); border: 1px solid var(--rule); border-radius: 8px; padding: .7rem 1rem; min-width: 0; }
.term h3 { margin: 0 0 .3rem; } .term h3 span { color: var(--soft); font-weight: normal; }
.term p { margin: .3rem 0 0; font-size: .92rem; color: var(--soft); }
.formula { display: block; padding: .15rem 0; white-space: pre-wrap; overflow-wrap: anywhere; color: var(--ink); }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; font-size: .93rem; }
caption { caption-side: bottom; text-align: left; color: var(--soft); font-size: .87rem; padding-top: .5rem; }
th, td { padding: .28rem .8rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; vertical-align: baseline; }
th { font-weight: 600; } thead th { color: var(--soft); font-size: .86rem; border-bottom-color: var(--soft); }
thead .group { text-align: center; border-bottom: 1px solid var(--rule); }
th:first-child, td:first-child, .text { text-align: left; }
.sentence { white-space: normal; min-width: 13rem; }
th:first-child, td:first-child { padding-left: .2rem; }
tfoot td { border-bottom: 0; } tfoot tr:first-child td { border-top: 1px solid var(--soft); }
tbody tr:hover { background: var(--panel); }
.e sup { display: inline-block; min-width: 1.55em; text-align: left; }
td .p::after { content: "·10"; visibility: hidden; padding-right: 1.116em; }
sup { font-size: .72em; line-height: 0; }
.figures { display: grid; gap: 1.2rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); margin: 1rem 0; }
.figures.three { grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); gap: 1.2rem; }
figure { margin: 0; min-width: 0; } figure svg, figure img { display: block; width: 100%; height: auto; }
.figures > figure { max-width: 40rem; }
figure img { background: #fff; border-radius: 6px; }
figcaption { color: var(--soft); font-size: .87rem; line-height: 1.45; margin-top: .3rem; }
footer { margin-top: 3rem; color: var(--soft); font-size: .87rem; }
figure svg [font-family] { font-family: inherit; }
figure svg [color] { color: inherit; }
figure svg [fill="black"] { fill: currentColor; }
figure svg [stroke="black"] { stroke: currentColor; }
figure svg .gridline { stroke: var(--rule); stroke-dasharray: none; }
@media print {
  :root { --ink: #000; --soft: #444; --paper: #fff; --panel: #fff; --rule: #bbb; --accent: #000; color-scheme: light; }
  body { font-size: 10.5pt; max-width: none; padding: 0; }
  nav { display: none; } h2, h3 { break-after: avoid; } figure, .card, .term, tr { break-inside: avoid; }
  .figures { grid-template-columns: 1fr 1fr; } pre { white-space: pre-wrap; } .wide { overflow: visible; }
}
)css";

}  // namespace engd::report
