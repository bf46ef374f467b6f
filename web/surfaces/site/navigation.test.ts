import { describe, expect, it } from 'vitest'
import { mainNavigation, quickLinks, rolePages } from './navigation.ts'

describe('mainNavigation', () => {
  it('has the items of the specification', () => {
    expect(mainNavigation.map((item) => item.label)).toEqual([
      'Home',
      'Book Cage',
      'Training',
      'Membership',
      'Contact',
    ])
  })
})

describe('quickLinks', () => {
  it('takes the pages out of their groups and adds the terms', () => {
    expect(quickLinks.map((page) => page.to)).toEqual([
      '/',
      '/book-cage',
      '/coaches',
      '/camps',
      '/classes',
      '/membership',
      '/contact',
      '/terms',
    ])
  })
})

describe('rolePages', () => {
  it('gives each role its own page and customers none', () => {
    expect(rolePages.admin?.to).toBe('/admin')
    expect(rolePages.desk?.to).toBe('/admin')
    expect(rolePages.coach?.to).toBe('/coach-dashboard')
    expect(rolePages.user).toBeUndefined()
  })
})
