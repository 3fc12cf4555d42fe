function lastSteps(text: string): readonly string[] {
  let start = text.length;
  for (let steps = 0; steps < 8 && start > 0; steps += 1) start = text.lastIndexOf('.', start - 1);
  return text.slice(start + 1).split('.');
}
for (const t of ['', 'a', 'a.b', '.a', 'a.', '..', '.', 'a.b.c.d.e.f.g.h.i.j', '.'.repeat(20)]) console.log(JSON.stringify(t), JSON.stringify(lastSteps(t)), JSON.stringify(t.split('.').slice(-8)));
