import type { Hono } from 'hono'
import type { BlankEnv } from 'hono/types'
import type { z } from 'zod'
import type { contract } from '../../shared/contract/api.ts'
import type { Route } from '../../shared/contract/route.ts'

/*
 * The contract in the form in which Hono's client reads types: path → $method → input and output. Types only:
 * nothing of the contract, and so nothing of zod, is shipped to the browser.
 */
type Operation = (typeof contract)[number]

type Part<Name extends string, Schema> = Schema extends z.ZodType ? { [N in Name]: z.input<Schema> } : object

type Input<R extends Route> = Part<'param', R['params']> & Part<'query', R['query']> & Part<'json', R['body']>

type Endpoints = {
  [Path in Operation['path']]: {
    [R in Extract<Operation, { path: Path }> as `$${R['method']}`]: {
      input: Input<R>
      output: z.output<R['answer']>
      outputFormat: 'json'
      status: R['status']
    }
  }
}

/** The server's app as the typed client sees it. */
export type Api = Hono<BlankEnv, Endpoints, '/'>
