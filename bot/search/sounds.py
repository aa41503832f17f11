"""How Chinese words sound: input methods offer wrong words that sound like the right one."""

from bisect import bisect_right

# GB 2312 has its 3,755 common characters in the order of their pinyin. These are the first ones of
# each syllable, tones and dots (lu, lü) aside.
_FIRST_OF_SYLLABLE = (
    "啊埃鞍肮凹芭白斑邦苞杯奔崩逼鞭标鳖彬兵玻捕擦猜餐苍操厕层插拆搀昌超车郴撑吃充抽初揣川疮吹春"
    "戳疵聪凑粗蹿摧村磋搭呆耽当刀德蹬堤颠碉跌丁丢东兜督端堆墩掇蛾恩而发藩坊菲芬丰佛否夫噶该干冈"
    "篙哥给根耕工钩辜刮乖棺光瑰辊锅哈骸酣夯壕呵嘿痕哼轰喉呼花槐欢荒灰荤豁击嘉歼僵蕉揭巾荆炯揪鞠"
    "捐撅均喀开刊康考坷肯坑空抠枯夸块宽匡亏坤括垃莱蓝琅捞勒雷棱厘俩联粮撩列琳玲溜龙楼芦峦掠抡萝"
    "妈埋瞒芒猫么玫门萌眯棉苗蔑民明谬摸谋拇拿氖南囊挠呢馁嫩能妮蔫娘鸟捏您柠牛脓奴暖虐挪哦欧啪拍"
    "攀乓抛呸喷砰坯篇飘撇拼乒坡剖扑期掐牵枪橇切钦青琼秋趋圈缺裙然瓤饶惹壬扔日戎揉茹软蕊闰若撒腮"
    "三桑搔瑟森僧莎筛珊墒梢奢砷声师收蔬刷摔栓霜谁吮说斯松搜苏酸虽孙蓑塌胎坍汤掏特藤梯天挑贴厅通"
    "偷凸湍推吞拖挖歪豌汪威瘟嗡挝巫昔瞎掀相萧楔薪星兄休墟轩靴勋压焉殃邀椰一茵英哟拥幽迂鸳曰耘匝"
    "栽咱赃遭责贼怎增扎摘瞻樟招遮珍蒸芝中舟珠抓拽专桩椎谆捉兹鬃邹租钻嘴尊昨"
)
_FIRST_CODES = [character.encode("gb2312") for character in _FIRST_OF_SYLLABLE]
_LAST_CODE = "座".encode("gb2312")
_RARER = str.maketrans("浏渲阈耦阱", "溜轩迂欧荆")  # of software, but not among the common ones


def sound(word: str) -> str:
    """The same for Chinese words that sound alike, in common characters: 推测, 推侧 → 推厕.

    Each character becomes the first one of its syllable; any other stays as it is.
    """
    return "".join(map(_sound, word.translate(_RARER)))


def _sound(character: str) -> str:
    code = character.encode("gb2312", "ignore")
    if _FIRST_CODES[0] <= code <= _LAST_CODE:
        return _FIRST_OF_SYLLABLE[bisect_right(_FIRST_CODES, code) - 1]
    return character
