/*
 * The service worker. It answers one thing only: a page that is asked for while there is no connection. Code, API and pages
 * are never kept, so nothing is stale after an upgrade and nobody else's data stays on a device. What the offline page knows,
 * the person's own next bookings, the app keeps in the cache 'dugout-own' and takes away at log-out (web/surfaces/offline.ts).
 */
const own = { cache: 'dugout-own', key: '/own-next-bookings' }

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode !== 'navigate' || request.method !== 'GET') return
  event.respondWith(fetch(request).catch(offlinePage))
})

async function offlinePage() {
  const kept = await caches.open(own.cache).then((cache) => cache.match(own.key))
  const { facility, phone, bookings, at } = kept ? await kept.json() : {}
  const list = bookings?.length
    ? `<h2>Your Next Bookings</h2><p>As of ${text(at)}.</p><ul>${bookings.map((line) => `<li>${text(line)}</li>`).join('')}</ul>`
    : ''
  // It goes on once the connection is back. A browser that believes to have one is asked again: the network may need a moment.
  const nonce = crypto.randomUUID()
  const call = phone ? `<p>Call us: <a href="tel:${text(phone)}">${text(phone)}</a></p>` : ''
  return new Response(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>You’re offline</title><style>:root{color-scheme:light dark}body{max-width:36rem;margin:3rem auto;padding:0 1rem;font:1rem/1.5 system-ui}li{padding:.75rem 0}a.again{display:inline-block;padding:.75rem 0}</style></head>
<body><main><p>${text(facility ?? '')}</p><h1>You’re offline</h1><p>You can’t book or change anything until you’re back online.</p>${list}${call}<p><a class="again" href="">Try Again</a></p></main>
<script nonce="${nonce}">const again = () => location.reload(); addEventListener('online', again); if (navigator.onLine) setTimeout(again, 5000)</script></body></html>`,
    {
      status: 503,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`,
      },
    },
  )
}

const text = (value) =>
  String(value).replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign])
