import { expect } from 'vitest'
import type { ImportReason, ImportRow, PersonImport } from '../../../../shared/contract/people/imports.ts'
import { bodyOf } from '../../../test/answers.ts'
import type { Person } from '../../../test/factories.ts'
import type { TestApp } from '../../../test/testApp.ts'

export const importsPath = '/api/admin/imports'

/** What an admin does with files of people. */
export function importing(app: TestApp, admin: Person) {
  const get = <Body>(path: string) => bodyOf<Body>(app.request(importsPath + path, { cookie: admin.cookie }))
  const read = (id: string) => get<PersonImport>(`/${id}`)

  const upload = (content: string | Uint8Array, by = admin, source = 'people.csv') =>
    app.request(`${importsPath}?${new URLSearchParams({ source })}`, {
      method: 'POST',
      body: content as string,
      headers: { 'content-type': 'text/csv' },
      cookie: by.cookie,
    })
  const act = (id: string, what: 'take' | 'undo', json: object, by = admin) =>
    app.request(`${importsPath}/${id}/${what}`, { json, cookie: by.cookie })

  /** Waits for the worker. */
  async function settled(id: string): Promise<PersonImport> {
    await expect
      .poll(async () => (await read(id)).state, { timeout: 30_000, interval: 20 })
      .not.toMatch(/ing$/)
    return read(id)
  }

  /** The dry run of a file. */
  async function dryRun(content: string | Uint8Array, by = admin): Promise<PersonImport> {
    const { id } = await bodyOf<PersonImport>(upload(content, by))
    return settled(id)
  }

  async function taken(content: string, { invite = false } = {}): Promise<PersonImport> {
    const { id } = await dryRun(content)
    expect((await act(id, 'take', { invite })).status).toBe(200)
    return settled(id)
  }

  const rowsOf = async (id: string, query = '') =>
    (await get<{ items: ImportRow[] }>(`/${id}/rows?${query}`)).items

  return { read, upload, act, settled, dryRun, taken, rowsOf }
}

/** What is wrong, with the number of its row. */
export const reasonsOf = (rows: ImportRow[]): [number, ImportReason][] =>
  rows.flatMap(({ number, reasons }) => reasons.map((reason) => [number, reason] as [number, ImportReason]))
