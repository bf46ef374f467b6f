import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Marked } from 'marked'
import sharp from 'sharp'
import type { Plugin } from 'vite'

/**
 * Makes a page of docs/guide, imported as Markdown, a module with its HTML, so that it is read in the product without the
 * internet and without a Markdown library in the browser. Its pictures become files of the app, with their sizes.
 */
export function guidePages(): Plugin {
  return {
    name: 'dugout:guide-pages',
    enforce: 'pre',
    async transform(_, id) {
      if (!/\/docs\/guide\/[\w-]+\.md$/.test(id)) return null
      return moduleOf(await readFile(id, 'utf8'), dirname(id))
    },
  }
}

async function moduleOf(text: string, folder: string): Promise<string> {
  const pictures: string[] = []
  const sizes = new Map<string, string>()
  for (const [, path = ''] of text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)) {
    const { width, height } = await sharp(join(folder, path)).metadata()
    sizes.set(path, `width="${width}" height="${height}"`)
  }
  const marked = new Marked({
    renderer: {
      image: ({ href, text: alt }) => {
        pictures.push(href)
        const quoted = alt.replaceAll('"', '&quot;')
        return `<img src="@picture-${pictures.length - 1}@" alt="${quoted}" ${sizes.get(href)} loading="lazy" decoding="async">`
      },
      link({ href, tokens }) {
        // Pages of the guide lead to each other in the product too.
        const address = href.replace(/^([\w-]+)\.md$/, '?guide=$1')
        return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  const html = JSON.stringify(await marked.parse(text))
  const filled = html.replace(/@picture-(\d+)@/g, '" + picture$1 + "')
  const imports = pictures.map((path, index) => `import picture${index} from ${JSON.stringify(`./${path}`)}`)
  return `${imports.join('\n')}\nexport default ${filled}\n`
}
