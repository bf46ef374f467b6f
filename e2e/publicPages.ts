import { readdirSync, readFileSync } from 'node:fs'
import type { APIRequestContext } from '@playwright/test'

/** Where the ids of pages about one thing come from. */
const lists: Readonly<Record<string, string>> = {
  $campId: '/api/camps',
  $classId: '/api/classes',
  $coachId: '/api/coaches',
}

/** The addresses of all pages that the server renders, as their route files say: a new one cannot be forgotten. */
export async function publicPages(request: APIRequestContext): Promise<string[]> {
  const files = readdirSync('web/routes/_site').filter(
    (file) =>
      file.endsWith('.tsx') && readFileSync(`web/routes/_site/${file}`, 'utf8').includes('isPublic: true'),
  )
  return Promise.all(
    files.map(async (file) => {
      const path = `/${file
        .replace(/\.tsx$/, '')
        .replace(/\.?index$/, '')
        .replaceAll('.', '/')}`
      const [param] = /\$\w+/.exec(path) ?? []
      if (!param) return path
      const all: { id: string }[] = await (await request.get(lists[param] ?? param)).json()
      return path.replace(param, all[0]?.id ?? 'none')
    }),
  )
}
