import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { PageRenderer, RenderedPage } from '../../shared/contract/pageRenderer.ts'

/**
 * Lets the development server render the public pages too, so that what breaks on the server is seen at once: as an error
 * in the browser. Its HTML has no styles until the code is there, since the development server sends them as code.
 *
 * @param api the origin of the API.
 */
export function devPages(api: string): Plugin {
  return {
    name: 'dugout:dev-pages',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const url = new URL(request.url ?? '/', 'http://localhost')
        const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
        if (!isPage || /^\/(api|dev)\/|\.\w+$/.test(url.pathname)) return next()
        try {
          // Node has no Temporal of its own.
          await import('temporal-polyfill/global')
          const renderer = (await server.ssrLoadModule('/server.tsx')) as PageRenderer
          renderer.answerReadsBy(async (path) => {
            const answer = await fetch(new URL(path, api))
            return { status: answer.status, body: await answer.text() }
          })
          const address = renderer.pageUrl(url.pathname, url.search)
          const large = !/Mobi/.test(request.headers['user-agent'] ?? '')
          const page = address && (await renderer.render(address, { now: new Date(), large }))
          if (!page) return next()
          const data = JSON.stringify(page.data).replaceAll('<', '\\u003c')
          const empty = await readFile(join(server.config.root, 'index.html'), 'utf8')
          const html = await server.transformIndexHtml(url.pathname, empty, request.originalUrl)
          response
            .setHeader('content-type', 'text/html')
            .end(
              html.replace(
                '<div id="root"></div>',
                () =>
                  `<div id="root">${withStyles(page)}</div><script type="application/json" id="page-data" data-age="0">${data}</script>`,
              ),
            )
        } catch (error) {
          if (error instanceof Error) server.ssrFixStacktrace(error)
          next(error)
        }
      })
    },
  }
}

/** No policy forbids `style` attributes here, and React's development version compares their text letter by letter. */
function withStyles({ html, data }: RenderedPage): string {
  const { styles } = data as { styles: readonly string[] }
  return html.replace(/ data-s="(\d+)"/g, (_, index: string) => {
    const value = styles[Number(index)] ?? ''
    return ` style="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`
  })
}
