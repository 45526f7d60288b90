"""The special function unit of compute capability 9.0 (Hopper), bit for bit.

Each function here is one form of the machine instruction MUFU. It takes an array of any shape and gives a new array
of that shape: float32 for the forms of single precision; uint32 words for RCP64H and RSQ64H, which read the high word
of a double and give the high word of the result. Modifiers of the operand (|x|, -x) and the multiplications and
scalings with which a compiler surrounds the instruction belong to the caller.

How the unit works. The upper bits of the significand choose a segment; the lower bits, an integer x, enter a
quadratic polynomial in fixed point,

    S = C0 * 2^a + bias + C1 * x + C2 * square(x),

whose upper bits are the significand of the result, cut off, not rounded. `square` is x * x / 2^19 with each of its
partial products cut off. C0 has 26 bits, C1 16, C2 10 (SIN and COS: 15 and 11; TANH: 16 and 15), and x 17; for RCP
x has 16, and 2 * x enters `square`.

Where the numbers come from. Every coefficient below was determined from results of the instruction on all the
significands of its domain (TANH: on every 31st). No neighbouring C1 and C2 give those results, and no other bias serves
all the segments of a function with C0 in whole units of 2^a (TANH needs none). What is built on them here gives the
results of the instruction for all 2^32 operands of every form. Published beforehand: the method, by Oberman and Siu
("A High-Performance Area-Efficient Multifunction Interpolator", 2005); the squarer, the biases and the tables of RCP,
RSQ, EX2, LG2 and SIN, for earlier hardware and with the same contents, in the project envytools (M. Kościelnicki).

Common to all: an operand that is not a number gives the word 0x7fffffff; subnormal operands count as zeros of their
sign, and results below the smallest normal number become zeros (except for TANH, which keeps subnormals).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Words = NDArray[np.uint32]
Integers = NDArray[np.int64]
Table = tuple[Integers, Integers, Integers]

NAN = 0x7FFFFFFF
INFINITY = 0x7F800000
SIGN = 0x80000000
HIGH_INFINITY = 0x7FF00000  # of a double's high word

_FRACTION = 0x7FFFFF
_CHUNK = 1 << 14  # elements at a time, so that what is between the steps stays in the cache

# The coefficients of each segment as C0:C1:C2, in hexadecimal and without signs.
_RCP = """
3fffffe:fffe:3f5 3f80fe0:fc0a:3dd 3f03f04:f82d:3c6 3e88cb3:f467:3b1 3e0f83c:f0b6:39b 3d980f6:ed1b:386 3d22636:e995:373
3cae758:e622:35f 3c3c3c2:e2c3:34d 3bcbadc:df77:33b 3b5cc0f:dc3d:329 3aef6c9:d914:317 3a83a83:d5fd:306 3a196b2:d2f7:2f6
39b0ad1:d001:2e6 3949660:cd1b:2d7 38e38e3:ca44:2c7 387f1e0:c77c:2b8 381c0e0:c4c3:2aa 37ba570:c218:29d 3759f21:bf7b:290
36fad87:bceb:282 369d035:ba69:277 36406c8:b7f3:26a 35e50d7:b589:25d 358ae04:b32c:252 3531dec:b0da:246 34da034:ae94:23c
3483484:ac59:231 342da7f:aa28:225 33d91d3:a803:21c 3385a29:a5e7:211 3333333:a3d6:207 32e1c9f:a1cf:1fe 329161e:9fd1:1f5
3241f69:9ddc:1ea 31f3831:9bf1:1e2 31a6032:9a0f:1da 3159722:9835:1d1 310dcbf:9664:1c9 30c30c3:949b:1c1 30792ef:92da:1b9
3030303:9121:1b1 2fe80c0:8f70:1aa 2fa0be8:8dc6:1a2 2f5a441:8c24:19c 2f14990:8a88:193 2ecfb9c:88f4:18d 2e8ba2f:8767:186
2e4850f:85e0:17f 2e05c0a:8460:179 2dc3eee:82e7:173 2d82d83:8174:16e 2d4279a:8006:166 2d02d02:7e9f:161 2cc3d8c:7d3e:15c
2c8590b:7be2:155 2c47f50:7a8d:151 2c0b02c:793c:14b 2bceb76:77f1:146 2b93105:76ab:140 2b580ae:756b:13c 2b1da47:742f:136
2ae3da7:72f8:131 2aaaaaa:71c7:12e 2a7212a:709a:129 2a3a0fe:6f71:123 2a02a02:6e4d:11f 29cbc15:6d2e:11b 2995710:6c13:117
295fad4:6afc:112 292a73d:69ea:10f 28f5c29:68db:10a 28c1979:67d1:107 288df0c:66ca:102 285acc4:65c8:100 2828283:64c9:fb
27f6028:63ce:f8 27c4598:62d6:f3 27932b4:61e2:f0 2762762:60f2:ed 2732386:6005:e9 2702703:5f1c:e7 26d31bf:5e35:e2
26a439f:5d52:df 2675c8b:5c73:de 2647c69:5b96:da 261a320:5abc:d6 25ed098:59e6:d4 25c04b9:5912:d0 2593f69:5841:cd
2568096:5774:cc 253c825:56a8:c7 2511602:55e0:c5 24e6a17:551b:c4 24bc44e:5458:c1 2492492:5397:bd 2468acf:52d9:ba
243f6f1:521e:b8 24168e1:5165:b6 23ee090:50af:b4 23c5de7:4ffb:b2 239e0d5:4f49:af 2376948:4e9a:ad 234f72c:4ded:ab
2328a6f:4d42:a9 2302302:4c99:a6 22dc0d1:4bf3:a5 22b63cc:4b4e:a1 2290be2:4aac:a0 226b902:4a0c:9f 2246b1d:496d:9b
2222222:48d1:9a 21fde02:4837:99 21d9ead:479e:96 21b6416:4708:95 2192e2a:4673:93 216fcdd:45e0:91 214d022:454f:8f
212a7e6:44c0:8f 2108421:4432:8c 20e64c2:43a6:8a 20c49bb:431c:89 20a32ff:4293:87 2082082:420c:85 2061237:4187:84
204080f:4103:83 2020201:4081:82
"""
_RSQ = """
3fffffd:fffb:2f2 3f817ad:fa18:2d5 3f05d8f:f46f:2ba 3e8cfe3:eefb:2a0 3e16d08:e9bb:288 3da336d:e4ab:271 3d32199:dfc9:25b
3cc3625:db13:246 3c56fbb:d687:232 3becd12:d222:21f 3b84cf4:cde4:20e 3b1ee3f:c9c9:1fc 3abafd2:c5d1:1ec 3a590a6:c1fa:1dc
39f8fb3:be42:1cd 399ac08:baa8:1be 393e4b6:b72b:1b1 38e38e3:b3ca:1a4 388a7b0:b082:197 3833055:ad54:18b 37dd20a:aa3e:17f
3788c11:a73f:174 3735db5:a457:16a 36e4649:a184:160 3694525:9ec5:156 36459ab:9c1a:14c 35f833b:9982:143 35ac144:96fc:13a
3561336:9487:131 3517888:9224:12a 34cf0b4:8fd0:122 3487b40:8d8d:11b 34417ae:8b58:113 33fc587:8932:10c 33b8456:871a:106
33753b4:850f:ff 3333333:8311:f8 32f226c:8120:f2 32b20fe:7f3b:ec 3272e85:7d62:e7 3234aac:7b94:e1 31f7512:79d1:dc
31bad67:7819:d7 317f355:766b:d2 314468b:74c7:cd 310a6ba:732d:c9 30d139a:719c:c4 3098cdc:7013:bf 306123e:6e94:bb
302a377:6d1d:b7 2ff4047:6bae:b3 2fbe86e:6a48:b0 2f89bad:68e9:ac 2f559c5:6791:a8 2f2227d:6641:a5 2eef59a:64f8:a2
2ebd2e8:63b5:9e 2e8ba2f:6279:9a 2e5ab3a:6144:97 2e2a5d5:6015:94 2dfa9d0:5eec:91 2dcb6f8:5dc9:8f 2d9cd26:5cac:8c
2d6ec25:5b94:89 2d413c9:b501:215 2ce7c62:b0d8:201 2c905a6:acd7:1ed 2c3ae55:a8fc:1db 2be754a:a546:1cb 2b9596c:a1b1:1ba
2b459b1:9e3e:1ab 2af7514:9ae9:19c 2aaaaaa:97b2:18e 2a5f987:9496:180 2a160d5:9196:173 29cdfbd:8eaf:167 298757d:8be1:15c
2942152:8929:150 28fe287:8688:146 28bb875:83fd:13c 287a26b:8185:132 2839fd1:7f21:129 27fb010:7cd0:120 27bd291:7a90:117
27806c9:7861:10f 2744c37:7643:107 270a257:7435:100 26d08af:7235:f8 2697ec7:7044:f1 266042e:6e61:eb 2629879:6c8c:e5
25f3b40:6ac3:de 25bec17:6907:d9 258aaa6:6756:d2 2557687:65b1:cd 2524f67:6417:c7 24f34e7:6288:c3 24c26bc:6103:be
2492493:5f88:b9 2462e1a:5e16:b4 243430a:5cae:b0 2406319:5b4e:ab 23d8e02:59f7:a7 23ac382:58a9:a3 2380354:5762:9f
2354d3d:5623:9b 232a0fd:54ec:98 22ffe5d:53bc:94 22d651e:5293:91 22ad50e:5171:8e 2284df7:5055:8a 225cf9f:4f40:88
22359db:4e31:85 220ec79:4d28:82 21e874a:4c24:7e 21c2a1d:4b27:7c 219d4c6:4a2f:7a 217871f:493c:77 21540f6:484e:75
213022c:4765:72 210ca93:4681:70 20e9a08:45a2:6e 20c7067:44c7:6b 20a4d88:43f1:69 208314a:431f:67 2061b89:4251:65
2040c27:4187:63 2020307:40c2:61
"""
_SQRT = """
1ffffff:ffff:3f4 203fc07:fe05:3dc 207f03e:fc16:3c4 20bdcd1:fa33:3b0 20fc1ec:f85a:39a 2139fb9:f68c:388 2177660:f4c8:376
21b4609:f30d:364 21f0ed9:f15b:350 222d0f4:efb3:342 2268c7e:ee13:330 22a4199:ec7b:31e 22df066:eaeb:30e 2319903:e964:302
2353b91:e7e3:2f0 238d82c:e66b:2e4 23c6ef2:e4f9:2d6 23fffff:e38e:2ca 2438b6d:e22a:2be 2471157:e0cc:2b0 24a91d6:df74:2a2
24e0d03:de23:298 25182f6:dcd7:28a 254f3c6:db91:27e 2585f8a:da51:276 25bc658:d916:26a 25f2845:d7e0:260 2628565:d6b0:256
265ddce:d584:24c 2693192:d45e:244 26c80c5:d33c:23a 26fcb7a:d21e:230 27311c1:d106:22a 27653af:cff1:220 2799152:cee1:218
27ccabd:cdd5:212 27fffff:cccd:20a 2833129:cbc8:1fe 2865e49:cac8:1f8 289876f:c9cc:1f2 28cacab:c8d2:1e8 28fce0a:c7dd:1e4
292eb9a:c6eb:1dc 2960569:c5fd:1d8 2991b85:c511:1ce 29c2dfa:c42a:1ca 29f3cd6:c345:1c4 2a24826:c263:1bc 2a54ff4:c185:1ba
2a8544e:c0a9:1b2 2ab553f:bfd0:1ac 2ae52d2:befa:1a6 2b14d14:be26:19e 2b4440d:bd57:19e 2b737cb:bc88:194 2ba2856:bbbd:190
2bd15b9:baf5:18e 2bfffff:ba2e:184 2c2e731:b96b:184 2c5cb59:b8a9:17c 2c8ac80:b7ea:178 2cb8aaf:b72e:176 2ce65f1:b673:170
2d13e4d:b5bb:16c 2d413cc:b504:2ca 2d9b657:b39e:2b9 2df4dd3:b241:2ac 2e4da82:b0eb:29c 2ea5ca1:af9d:28f 2efd46b:ae56:281
2f54219:ad16:272 2faa5e3:abdd:265 2ffffff:aaaa:257 305509f:a97e:24c 30a97f5:a858:241 30fd632:a738:237 3150b84:a61d:22a
31a3817:a508:220 31f5c17:a3f8:213 32477af:a2ee:20c 3298b07:a1e8:200 32e9645:a0e8:1f9 3339992:9fec:1f0 3389512:9ef4:1e4
33d88e9:9e01:1dc 3427538:9d13:1d6 3475a25:9c28:1cb 34c37cd:9b42:1c5 3510e52:9a5f:1bb 355ddd2:9981:1b7 35aa66c:98a6:1af
35f683d:97cf:1a9 3642362:96fb:1a1 368d7f7:962a:198 36d8616:955d:191 3722dda:9494:18f 376cf5c:93cd:187 37b6ab6:9309:17f
37fffff:9249:17b 3848f50:918b:174 38918bf:90d1:172 38d9c63:9019:16c 3921a53:8f63:164 39692a2:8eb1:161 39b0567:8e01:15c
39f72b7:8d53:155 3a3daa3:8ca8:150 3a83d41:8bff:14a 3ac9aa3:8b59:147 3b0f2dc:8ab5:143 3b545fd:8a13:13d 3b99419:8974:13c
3bddd41:88d6:135 3c22186:883b:132 3c660f8:87a2:12f 3ca9ba9:870a:129 3ced1a6:8675:126 3d30301:85e2:125 3d72fc8:8550:11f
3db580a:84c0:11a 3df7bd5:8433:11a 3e39b39:83a6:113 3e7b642:831c:111 3ebccff:8293:10d 3efdf7d:820c:10a 3f3edc8:8187:108
3f7f7ef:8103:105 3fbfdfd:8081:103
"""
_EX2 = """
2000000:58b9:1ee 2059347:59b0:1f5 20b361b:5aaa:1fa 210e8a2:5ba7:1ff 216ab0f:5ca6:206 21c7d86:5da9:209 2226039:5eae:20f
2285356:5fb6:214 22e5709:60c0:21d 2346b7e:61ce:222 23a90e5:62df:227 240c772:63f2:22f 2470f4e:6509:234 24d68ad:6623:238
253d3c0:673f:241 25a50b6:685f:247 260dfc2:6982:24d 2678117:6aa8:254 26e34e6:6bd2:258 274fb67:6cfe:261 27bd4c9:6e2e:267
282c145:6f61:26e 289c10b:7098:273 290d456:71d2:279 297fb5a:730f:281 29f364e:7450:287 2a6856a:7594:28f 2ade8e7:76dc:295
2b560fb:7827:29e 2bcede2:7976:2a5 2c48fd7:7ac8:2ae 2cc4710:7c1f:2b3 2d413cc:7d79:2bb 2dbf648:7ed7:2c1 2e3eebe:8038:2cb
2ebfd6a:819e:2d1 2f4228e:8307:2da 2fc5e67:8474:2e3 304b134:85e5:2ec 30d1b33:875b:2f1 3159ca8:88d4:2fb 31e35d3:8a51:305
326e6f7:8bd3:30b 32fb054:8d59:313 3389230:8ee3:31c 3418ccf:9071:326 34aa076:9204:32d 353cd6a:939b:336 35d13f4:9536:341
3667457:96d6:34a 36feede:987b:351 37983d3:9a24:35a 383337d:9bd1:366 38cfe27:9d84:36d 396e41c:9f3b:377 3a0e5aa:a0f7:380
3ab031d:a2b7:38d 3b53cc1:a47d:395 3bf92e7:a648:39d 3ca05dd:a817:3aa 3d495f5:a9ec:3b2 3df437f:abc5:3bf 3ea0ecc:ada4:3c9
3f4f831:af88:3d4
"""
_LG2 = """
4:b8a8:2d7 16e797:b5d1:2c1 2d75ad:b310:2ad 43ace7:b064:299 598fe2:adcc:286 6f210f:ab47:273 8462c9:a8d5:262
995750:a674:250 ae00d8:a424:240 c26162:a1e4:22f d67af5:9fb4:220 ea4f76:9d93:212 fde0b9:9b81:206 111307c:997c:1f8
124407c:9784:1eb 1371251:9599:1df 149a786:93ba:1d2 15c01a8:91e7:1c7 16e2222:9020:1bd 1800a59:8e63:1b1 191bbac:8cb2:1a9
1a33760:8b0a:19e 1b47ebe:896c:194 1c592fb:87d8:18c 1d6753f:864c:181 1e726aa:84ca:179 1f7a857:8350:170 207fb52:81df:169
218209f:8076:162 2281942:7f14:15a 237e627:7dba:153 247883b:7c67:14b 257006a:7b1c:146 2664f8d:79d7:13f 2757682:7898:137
2847614:7761:133 2934f0d:762f:12c 2a20233:7503:125 2b0904a:73de:121 2befa00:72be:11b 2cd4011:71a3:114 2db632e:708e:10f
2e963fd:6f7e:10a 2f7431d:6e74:106 305013a:6d6e:101 3129eee:6c6d:fd 3201cc6:6b71:f9 32d7b5d:6a79:f4 33abb41:6985:ee
347dd00:6896:ea 354e121:67ac:e8 361c823:66c5:e3 36e9293:65e2:df 37b40e4:6503:db 387d398:6428:d8 3944b1e:6350:d3
3a0a7ec:627d:d1 3acea7a:61ac:cc 3b91337:60df:c9 3c52285:6016:c7 3d118da:5f4f:c3 3dcf690:5e8c:c0 3e8bc12:5dcc:bd
3f469c1:5d0f:ba
"""
_SIN = """
0:6489:e 19214e:6482:30 323ec8:646a:4c 4b547c:6444:6e 645e94:640d:89 7d5934:63c8:ab 96407a:6373:c9 af109c:630e:e5
c7c5ba:629b:106 e05c10:6218:124 f8cfc8:6186:142 1111d24:60e5:160 129405e:6035:17d 14135ca:5f76:19a 158f9a2:5ea9:1b9
170884c:5dcd:1d6 187de2a:5ce2:1f1 19ef796:5be9:20d 1b5d0fe:5ae2:229 1cc66e8:59cd:245 1e2b5d4:58aa:260 1f8ba48:577a:27d
20e70ec:563c:298 223d66c:54f0:2b0 238e760:5398:2cb 24da0a8:5232:2e2 261fefc:50c0:2fb 275ff44:4f42:316 2899e5e:4db7:32c
29cd952:4c21:347 2afad20:4a7e:35b 2c216e4:48d0:371 2d413ca:4717:388 2e5a104:4553:39e 2f6bbe4:4384:3b2 30761be:41ab:3c7
3179008:3fc8:3dc 327444c:3dda:3ec 3367c04:3be4:401 34534f2:39e4:413 3536cc0:37db:423 361214e:35c9:432 36e5064:33b0:445
37af812:318e:453 3871658:2f65:463 392a960:2d34:470 39daf5c:2afc:47c 3a82698:28be:48a 3b20d7a:2679:494 3bb6274:242f:4a1
3c4241c:21df:4ac 3cc511e:1f89:4b3 3d3e82c:1d2f:4bd 3dae822:1ad0:4c4 3e14fda:186e:4ce 3e71e78:1607:4d4 3ec52fc:139d:4da
3f0eca0:1130:4df 3f4eab2:ec0:4e2 3f84c8e:c4f:4ea 3fb11b2:9db:4ec 3fd39ba:765:4ec 3fec43c:4ef:4ef 3ffb10c:278:4f1
"""
_TANH = """
10000:8000:4 1fffe:7ffe:c 3ffec:7ffa:34 7ff56:7fe2:52 bfdc2:7fb9:6e ffaac:7f86:13e 17ee0c:7ee8:1bc 1fd59a:7e0a:22f
27ad76:7cf2:2a4 2f71fc:7ba0:316 371fa0:7a15:37b 3eb2f0:f0c4:102a 4d7e4c:e8a8:12d8 5bbd40:df37:14fc 695ca0:d4b3:169c
764d28:c973:3024 8dfa50:b13e:3120 a29968:9897:2f2c b43388:80f3:2b4e c2f848:d68a:4cbe cf2eb8:b02e:423c d92988:8f1a:37d0
e13cb4:733d:2e46 e7b820:5c26:25d4 ece3c4:4948:1ea4 f0fe38:3a02:1890 f43c7c:2dc4:139a f6caa0:900a:3e4a f8ccc1:710e:312e
fa6005:5892:26aa fb9bcd:4552:1e68 fc92d1:362e:17ce fd53d5:2a53:12a8 fdea8f:2109:e96 fe602d:19c7:b68 febbee:141a:8e6
ff037a:fac:6f2 ff3b40:c37:56a ff66b9:985:43a ff8898:76b:34a ffa2fd:5c7:28e ffb78d:480:1fc ffc792:381:18a ffd430:526:6d8
ffefe0:1e6:288 fffa10:b2:e8 fffdd0:42:58 ffff34:18:20 ffffb4:a:10 ffffe4:4:8 fffff4:2:4
"""

# By function: the coefficients, a, the bias, and the factors (with the sign) that C1 and C2 have in S.
_TABLES = {
    "rcp": (_RCP, 13, 0x47E7, -1, 1),
    "rsq": (_RSQ, 14, 0x7FFF, -1, 4),
    "sqrt": (_SQRT, 15, 0xFFFF, 1, -1),
    "ex2": (_EX2, 13, 0x77E2, 1, 1),
    "lg2": (_LG2, 12, 0x3345, 1, -2),
    "sin": (_SIN, 11, 0, 1, -1),
    "tanh": (_TANH, 16, 0, 1, -1),
}

# For TANH, from the binade of 2^-8 to that of 4: the number of segments, as a power of 2, and how far C1 and C2 shift.
_TANH_BINADES = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 3), (2, 4), (3, 3), (4, 1), (3, 2))
_TANH_LOWEST = 127 - 8  # the biased exponent of the first


@cache
def _square() -> NDArray[np.uint16]:
    """What the squarer gives for each x below 2^17: about x * x / 2^19, each partial product cut off by itself."""
    x = np.arange(1 << 17, dtype=np.int64)
    total = np.zeros_like(x)
    for bit in range(17):
        total += np.where(x >> bit & 1, x >> 18 - bit, 0)
    return (total >> 1).astype(np.uint16)


@cache
def _table(name: str) -> Table:
    """The coefficients of S by segment: the constant (C0 and the bias), the linear and the quadratic one."""
    text, shift, bias, linear, quadratic = _TABLES[name]
    c0, c1, c2 = np.array([int(word, 16) for word in text.replace(":", " ").split()], np.int64).reshape(-1, 3).T
    return (c0 << shift) + bias, linear * c1, quadratic * c2


@cache
def _sqrt_table() -> Table:
    """For SQRT: where the exponent is odd (the upper half of the segments), C1 and C2 count twice."""
    c0, c1, c2 = _table("sqrt")
    twice = np.arange(c0.size) >> 6
    return c0, c1 << twice, c2 << twice


@cache
def _tanh_table() -> tuple[Table, Integers, Integers]:
    """For TANH: the coefficients, and by binade the first segment and how many bits of the significand are cut off."""
    c0, c1, c2 = _table("tanh")
    levels = np.array([level for level, _ in _TANH_BINADES])
    shifts = np.repeat([shift for _, shift in _TANH_BINADES], 1 << levels)
    first = np.cumsum(1 << levels) - (1 << levels)
    return (c0, c1 << shifts, c2 << shifts), first, 6 - levels


def _polynomial(table: Table, segment: Integers, x: Integers, squared: Integers) -> Integers:
    """S for each element. squared: what goes into the squarer, below 2^17"""
    c0, c1, c2 = table
    total: Integers = c1.take(segment)
    total *= x
    quadratic = c2.take(segment)
    quadratic *= _square().take(squared)
    total += quadratic
    total += c0.take(segment)
    return total


def _cut_to_float(value: Integers, scale: int) -> Integers:
    """The words of the floats that value / 2^scale becomes when what does not fit is cut off. 0 <= value < 2^53"""
    words: Integers = value.astype(np.float64).view(np.int64) >> 29
    words -= 1023 - 127 + scale << 23
    np.copyto(words, 0, where=value == 0)
    return words


def _by_words(words: Words, function: Callable[[Integers], Integers]) -> Words:
    """The function applied to each word, in chunks."""
    source = np.ascontiguousarray(words).reshape(-1)
    result = np.empty_like(source)
    for start in range(0, source.size, _CHUNK):
        chunk = slice(start, start + _CHUNK)
        result[chunk] = function(source[chunk].astype(np.int64))
    return result.reshape(words.shape)


def _by_floats(x: Floats, function: Callable[[Integers], Integers]) -> Floats:
    """The function, which is of words, applied to each float."""
    words = np.ascontiguousarray(x, np.float32).reshape(-1).view(np.uint32)
    return _by_words(words, function).view(np.float32).reshape(np.shape(x))


def _rcp_bits(fraction: Integers) -> Integers:
    """The significand of 1 / (1 + fraction / 2^23), in units of 2^-24: from 2^23 to 2^24."""
    x = fraction & 0xFFFF
    return _polynomial(_table("rcp"), fraction >> 16, x, x << 1) >> 15


def _rsq_bits(fraction: Integers, odd: Integers) -> Integers:
    """That of the inverse root of 1 + fraction / 2^23, or of twice that where odd is 1. From 2^23 to 2^24."""
    x = fraction & 0x1FFFF
    bits: Integers = _polynomial(_table("rsq"), fraction >> 17 | odd << 6, x, x) >> 16
    np.copyto(bits, 1 << 24, where=(fraction | odd) == 0)
    return bits


def _rcp(words: Integers) -> Integers:
    sign, magnitude = words & SIGN, words & ~SIGN
    result = (252 - (magnitude >> 23) << 23) + _rcp_bits(magnitude & _FRACTION)
    np.copyto(result, 0, where=result < 1 << 23)
    np.copyto(result, INFINITY, where=magnitude < 1 << 23)
    np.copyto(result, 0, where=magnitude == INFINITY)
    result |= sign
    np.copyto(result, NAN, where=magnitude > INFINITY)
    return result


def _rsq(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    exponent = (magnitude >> 23) - 127
    result = (125 - (exponent >> 1) << 23) + _rsq_bits(magnitude & _FRACTION, exponent & 1)
    np.copyto(result, 0, where=words == INFINITY)
    np.copyto(result, NAN, where=words > INFINITY)
    np.copyto(result, words & SIGN | INFINITY, where=magnitude < 1 << 23)
    return result


def _sqrt(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    exponent, fraction = (magnitude >> 23) - 127, magnitude & _FRACTION
    x = fraction & 0x1FFFF
    bits = _polynomial(_sqrt_table(), fraction >> 17 | (exponent & 1) << 6, x, x) >> 17
    result: Integers = (126 + (exponent >> 1) << 23) + bits
    np.copyto(result, INFINITY, where=words == INFINITY)
    np.copyto(result, NAN, where=words > INFINITY)
    np.copyto(result, words & SIGN, where=magnitude < 1 << 23)
    return result


def _ex2(words: Integers) -> Integers:
    negative, magnitude = words >> 31, words & ~SIGN
    shift = (magnitude >> 23) - 127
    fixed = (magnitude & _FRACTION | 1 << 23) << np.clip(shift, 0, 8) >> np.clip(-shift, 0, 24)
    whole = (fixed & _FRACTION) == 0
    fixed ^= -negative
    fixed += negative & whole
    fraction = fixed & _FRACTION
    x = fraction & 0x1FFFF
    result: Integers = ((fixed >> 23) + 126 << 23) + (_polynomial(_table("ex2"), fraction >> 17, x, x) >> 15)
    np.minimum(result, INFINITY, out=result)
    np.copyto(result, 0, where=result < 1 << 23)
    np.copyto(result, NAN, where=magnitude > INFINITY)
    return result


def _lg2(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    fraction = magnitude & _FRACTION
    x = fraction & 0x1FFFF
    fixed = _polynomial(_table("lg2"), fraction >> 17, x, x) >> 2
    fixed += (magnitude >> 23) - 127 << 36
    np.copyto(fixed, 0, where=words == 0x3F800000)
    negative = fixed >> 63
    fixed ^= negative
    result = _cut_to_float(fixed, 36)
    result |= negative & SIGN
    np.copyto(result, INFINITY, where=words == INFINITY)
    np.copyto(result, NAN, where=words > INFINITY)
    np.copyto(result, SIGN | INFINITY, where=magnitude < 1 << 23)
    return result


def _sin(words: Integers, quarters: int = 0) -> Integers:
    """The sine of so many quarters of a turn more; of the magnitude of the operand if there are any."""
    magnitude = words & ~SIGN
    shift = (magnitude >> 23) - 125
    fixed = (magnitude & _FRACTION | 1 << 23) << np.clip(shift, 0, 25) >> np.clip(-shift, 0, 24)
    quadrant = (fixed >> 23) + quarters
    fraction = (fixed ^ -(quadrant & 1)) & _FRACTION
    x = fraction & 0x1FFFF
    result = _cut_to_float(_polynomial(_table("sin"), fraction >> 17, x, x), 37)
    result |= (quadrant & 2) << 30 if quarters else (quadrant & 2) << 30 ^ words & SIGN
    np.copyto(result, NAN, where=magnitude >= INFINITY)
    return result


def _cos(words: Integers) -> Integers:
    return _sin(words, 1)


def _tanh(words: Integers) -> Integers:
    table, first, cut = _tanh_table()
    magnitude = words & ~SIGN
    binade = (magnitude >> 23) - _TANH_LOWEST
    small, large = binade < 0, binade >= len(_TANH_BINADES)
    binade = np.clip(binade, 0, len(_TANH_BINADES) - 1)
    upper = (magnitude & _FRACTION) >> cut.take(binade)
    x = upper & 0x1FFFF
    result = _cut_to_float(_polynomial(table, first.take(binade) + (upper >> 17), x, x), 40)
    np.copyto(result, magnitude, where=small)
    np.copyto(result, 0x3F800000, where=large)
    result |= words & SIGN
    np.copyto(result, NAN, where=magnitude > INFINITY)
    return result


def _rcp64h(words: Integers) -> Integers:
    sign, magnitude = words & SIGN, words & ~SIGN
    result = (2044 - (magnitude >> 20) << 20) + (_rcp_bits((magnitude & 0xFFFFF) << 3) >> 3)
    np.copyto(result, 0, where=result < 1 << 20)
    np.copyto(result, HIGH_INFINITY, where=magnitude < 1 << 20)
    np.copyto(result, 0, where=magnitude == HIGH_INFINITY)
    result |= sign
    np.copyto(result, NAN, where=magnitude > HIGH_INFINITY)
    return result


def _rsq64h(words: Integers) -> Integers:
    magnitude = words & ~SIGN
    exponent = (magnitude >> 20) - 1023
    bits = _rsq_bits((magnitude & 0xFFFFF) << 3, exponent & 1) >> 3
    result = (1021 - (exponent >> 1) << 20) + bits
    np.copyto(result, 0, where=words == HIGH_INFINITY)
    np.copyto(result, NAN, where=words > HIGH_INFINITY)
    np.copyto(result, words & SIGN | HIGH_INFINITY, where=magnitude < 1 << 20)
    return result


def rcp(x: Floats) -> Floats:
    """MUFU.RCP: 1 / x. float32 of any shape, and the same.

    128 segments by the upper 7 bits of the significand. A zero or subnormal gives the infinity of its sign, an
    infinity the zero of its sign; a result below 2^-126 becomes the zero of its sign.
    """
    return _by_floats(x, _rcp)


def rsq(x: Floats) -> Floats:
    """MUFU.RSQ: 1 / sqrt(x). float32 of any shape, and the same.

    64 segments for even exponents and 64 for odd ones; a power of 4 is exact. A zero or subnormal gives the infinity
    of its sign, +infinity gives +0, and a negative number is not in the domain: NaN.
    """
    return _by_floats(x, _rsq)


def sqrt(x: Floats) -> Floats:
    """MUFU.SQRT: the square root. float32 of any shape, and the same.

    64 segments for even exponents and 64 for odd ones. A zero or subnormal gives the zero of its sign, +infinity
    gives itself, and a negative number gives NaN.
    """
    return _by_floats(x, _sqrt)


def ex2(x: Floats) -> Floats:
    """MUFU.EX2: 2 to the power of x. float32 of any shape, and the same.

    The operand is first cut, towards zero, to a fixed point of 23 bits after the point. A negative one keeps its
    whole part rounded down, and all 23 bits after the point inverted, which is 2^-23 less than the exact complement,
    unless they are all zero. 64 segments. From 128 upwards: +infinity; a result below 2^-126: +0.
    """
    return _by_floats(x, _ex2)


def lg2(x: Floats) -> Floats:
    """MUFU.LG2: the logarithm to base 2. float32 of any shape, and the same.

    64 segments, and a fixed point of 36 bits after the point, of which the result holds the upper 24 significant
    ones; a negative sum is inverted bit by bit, not negated. 1 gives +0; a zero or subnormal of either sign
    gives -infinity; +infinity gives itself; a negative number gives NaN.
    """
    return _by_floats(x, _lg2)


def sin(x: Floats) -> Floats:
    """MUFU.SIN: the sine of x turns, that is sin(2 pi x). float32 of any shape, and the same.

    The operand is cut, towards zero, to a fixed point of 25 bits after the point, and whole turns fall away; in every
    other quarter of a turn the bits after the quarter are inverted. 64 segments for a quarter, and a fixed point of
    37 bits. The sign of the operand carries over, to zeros too; an infinity gives NaN.
    """
    return _by_floats(x, _sin)


def cos(x: Floats) -> Floats:
    """MUFU.COS: the cosine of x turns, that is cos(2 pi x). float32 of any shape, and the same.

    The sine of a quarter of a turn more than the magnitude of the operand, as `sin` computes it.
    """
    return _by_floats(x, _cos)


def tanh(x: Floats) -> Floats:
    """MUFU.TANH: the hyperbolic tangent. float32 of any shape, and the same.

    Below 2^-8 the operand itself, subnormals included; from 8 upwards 1; between, 1 to 16 segments for each binade,
    with the lower 2 to 6 bits of the significand cut off. The sign carries over.
    """
    return _by_floats(x, _tanh)


def rcp64h(high: Words) -> Words:
    """MUFU.RCP64H: 1 / x for doubles. The high words of x, uint32 of any shape, to the high words of the result.

    The table of `rcp`, with 20 bits of the significand before and after it. The low word of x plays no part:
    0x7ff00000 is an infinity, whatever follows. Special operands as for `rcp`, with the exponents of doubles.
    """
    return _by_words(np.asarray(high, np.uint32), _rcp64h)


def rsq64h(high: Words) -> Words:
    """MUFU.RSQ64H: 1 / sqrt(x) for doubles. The high words of x, uint32 of any shape, to those of the result.

    The table of `rsq`, with 20 bits of the significand before and after it; otherwise as `rcp64h`.
    """
    return _by_words(np.asarray(high, np.uint32), _rsq64h)
