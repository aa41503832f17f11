"""Words that ask rather than tell: no Entry is looked for by them while there are others."""

_ENGLISH = """
a about all am an and any anything are as at be been being but by can could did do does doing find
for from get had happen happens has have how i if in into is it its made make makes me my need
needs of on or our please pr prs should show
so some something tell than that the their them then there these they this those to us was we were
what when where which who whom whose why will with would you your
"""
_CHINESE = """
的 了 和 与 或 在 是 会 有 被 把 将 对 为 从 到 给 让 也 都 就 还 不 吗 呢 吧 啊 哪 哪个 哪些 什么
为什么 怎么 怎样 如何 是否 请 请问 我 我们 你 你们 它 这 这个 那 那个 关于 有没有
"""
_JAPANESE = "の を に は が と で も へ や から まで より です ます する した して"

STOPWORDS = frozenset(f"{_ENGLISH} {_CHINESE} {_JAPANESE}".split())
