import { readMonthUsage } from '../../src/domain/quota/usage.ts';
import type { Handler } from './operation.ts';

export const getUsage: Handler<'getUsage'> = async ({ caller, query }, { db, generate: { plans } }) => {
  const { month } = query;
  const { days, templates, keys, quota, ...usage } = await readMonthUsage({ db, plans }, caller, {
    month,
    now: new Date(),
  });
  return {
    status: 200,
    headers: {},
    body: {
      ...usage,
      quota: { ...quota, resetsAt: quota.resetsAt.toISOString() },
      days: [...days],
      templates: [...templates],
      keys: [...keys],
    },
  };
};
