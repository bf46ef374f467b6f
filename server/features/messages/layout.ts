/**
 * The layout of every mail, in Handlebars. Styles are in the head by element and class, so that texts edited
 * by the facility stay plain HTML; a mail program that drops them still shows a readable page.
 */
export const htmlLayout = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>{{subject}}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 24px 12px; background: #eef3fa; color: #101d33; font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif; -webkit-text-size-adjust: 100%; }
.card { max-width: 600px; margin: 0 auto; background: #ffffff; border-radius: 12px; overflow: hidden; }
.head { padding: 18px 28px; background: #0f2a54; border-bottom: 4px solid {{color}}; color: #ffffff; font-size: 20px; font-weight: 800; letter-spacing: .02em; }
.head a { color: #ffffff; text-decoration: none; }
.head td { padding: 0; }
.head img { display: block; margin-right: 12px; border: 0; }
.body { padding: 28px; overflow-wrap: anywhere; }
.foot { max-width: 600px; margin: 0 auto; padding: 20px 28px; color: #4b5b74; font-size: 14px; text-align: center; }
h1 { margin: 0 0 16px; font-size: 26px; line-height: 1.2; text-wrap: balance; }
p { margin: 0 0 16px; }
a { color: #173a6e; }
.foot a { color: inherit; }
.action { margin: 24px 0; }
.button { display: block; padding: 15px 16px; border-radius: 12px; background: {{color}}; color: #ffffff; font-size: 17px; font-weight: 700; line-height: 24px; text-align: center; text-decoration: none; }
.aside { color: #4b5b74; font-size: 14px; }
.links a { display: inline-block; padding: 8px 16px 8px 0; font-weight: 700; }
.body > :last-child { margin-bottom: 0; }
.quote, .lines { white-space: pre-line; }
.quote { padding: 2px 0 2px 16px; border-left: 4px solid {{color}}; }
.rows { overflow: hidden; overflow-wrap: break-word; width: 100%; margin: 0 0 20px; border: 1px solid #d9e3f2; border-radius: 16px; border-collapse: separate; border-spacing: 0; }
.rows td { padding: 12px 16px; border-bottom: 1px solid #d9e3f2; vertical-align: top; }
.rows .total td { border-bottom: 0; font-size: 18px; }
.rows .head td { padding: 16px 16px 0; border: 0; background: #0f2a54; color: #b3c6e3; font-size: 14px; font-weight: 600; }
.rows .head .number { color: #d9e3f2; letter-spacing: .04em; text-align: right; }
.rows .when td { padding: 8px 16px 16px; border: 0; background: #0f2a54; color: #ffffff; font-size: 16px; font-weight: 600; line-height: 1.35; }
.rows .when strong { font-size: 26px; line-height: 1.25; }
.rows .when .place { font-size: 20px; }
.rows .when s { color: #86a4d0; font-size: 14px; font-weight: 400; }
.rows .seam td { overflow: hidden; padding: 2px 0; border: 0; color: {{color}}; font-size: 18px; font-weight: 700; line-height: 20px; text-align: center; white-space: nowrap; }
.rows .name { color: #4b5b74; font-size: 14px; font-weight: 600; }
.rows .amount { width: 1%; padding-left: 0; text-align: right; white-space: nowrap; }
@media (prefers-color-scheme: dark) {
  body { background: #070e1b; color: #e6ebf4; }
  .card { background: #0f1b30; }
  .head { background: #0a1e3f; }
  a { color: #b3c6e3; }
  .head a, .button { color: #ffffff; }
  .aside, .foot, .rows .name { color: #9dabc2; }
  .foot a { color: inherit; }
  .rows { border-color: #2a3b57; }
  .rows td { border-bottom-color: #2a3b57; }
  .rows .head td, .rows .when td { background: #173a6e; }
  .rows .seam td { color: #f08490; }
  .rows .when s { color: #b3c6e3; }
}
@media (max-width: 480px) {
  body { padding: 0 0 12px; }
  .card { border-radius: 0; }
  .head, .body { padding-left: 20px; padding-right: 20px; }
}
</style>
</head>
<body>
<div class="card" role="article">
<div class="head"><table role="presentation"><tr>{{#if logo}}<td><a href="{{site_url}}"><img src="{{site_url}}{{logo.src}}" width="{{logo.width}}" height="{{logo.height}}" alt=""></a></td>{{/if}}<td><a href="{{site_url}}">{{facility.name}}</a></td></tr></table></div>
<div class="body">
{{{body}}}
</div>
</div>
<div class="foot">{{facility.name}}<br>{{facility.address}}<br><a href="tel:{{facility.phone}}">{{facility.phone}}</a>{{#if unsubscribe_url}}<br><a href="{{unsubscribe_url}}">Unsubscribe</a>{{/if}}</div>
</body>
</html>
`

export const textLayout = `{{body}}

-- 
{{facility.name}}
{{facility.address}}
{{facility.phone}}
{{#if unsubscribe_url}}

Unsubscribe: {{unsubscribe_url}}
{{/if}}
`
