"builtin.module"() ({
  "o.x"() : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("a":1:0)

// -----
"builtin.module"() ({
  "o.x"() {a = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":3:9)
#loc1 = loc("<stdin>":5:1)

// -----
"builtin.module"() ({
  "o.x"() <[1]> : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":6:9)
#loc1 = loc("<stdin>":8:1)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "f"}> ({
    "o.x"() : () -> () loc(#loc2)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":9:9)
#loc1 = loc("<stdin>":11:1)
#loc2 = loc("<stdin>":12:3)

// -----
"builtin.module"() ({
  %0 = "o.x"() : () -> tensor<4xf32> loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":14:9)
#loc1 = loc("<stdin>":16:1)

// -----
"builtin.module"() ({
  %0 = "o.x"() : () -> memref<4xf32, strided<[1]>> loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":17:9)
#loc1 = loc("<stdin>":19:1)

// -----
"builtin.module"() ({
  "o.k"() {"-" = 4 : i64, ".a", a = 5 : i64, a., a..b, i1 = 3 : i64, "llvm.no alias" = 1 : i64, llvm.noalias, loc = 2 : i64, true} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":20:9)
#loc1 = loc("<stdin>":22:1)

// -----
"builtin.module"() ({
  "o.p"() <[1, "two"]> {a} : () -> () loc(#loc1)
  "o.p"() <"string"> : () -> () loc(#loc2)
  "o.p"() <42 : i8> : () -> () loc(#loc3)
  "o.p"() <#a.b<c>> ({
  }) : () -> () loc(#loc4)
  "o.p"() <dense<1> : tensor<2xi8>> : () -> () loc(#loc5)
  "o.p"() <unit> : () -> () loc(#loc6)
  "o.p"() <{}> : () -> () loc(#loc7)
  "o.p"() <@a::@b> : () -> () loc(#loc8)
  "o.p"() <i32> : () -> () loc(#loc9)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":23:9)
#loc1 = loc("<stdin>":25:1)
#loc2 = loc("<stdin>":26:1)
#loc3 = loc("<stdin>":27:1)
#loc4 = loc("<stdin>":28:1)
#loc5 = loc("<stdin>":30:1)
#loc6 = loc("<stdin>":31:1)
#loc7 = loc("<stdin>":32:1)
#loc8 = loc("<stdin>":33:1)
#loc9 = loc("<stdin>":34:1)

// -----
"builtin.module"() ({
  "o.r"() {a = dense_resource<r> : tensor<3xi64>, b = #test.e1di64_elements<blob1> : tensor<3xi64>, c = dense_resource<"needs \22quotes\22"> : tensor<1xi8>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":35:9)
#loc1 = loc("<stdin>":37:1)

{-#
  dialect_resources: {
    test: {
      blob1: "0x08000000010000000000000002000000000000000300000000000000"
    },
    builtin: {
      r: "0x08000000010000000000000002000000000000000300000000000000",
      "needs \22quotes\22": "0x0100000007"
    }
  },
  external_resources: {
    x: {
      y: "z\0A",
      n: false,
      blob: "0x10000000AABBCCDD"
    }
  }
#-}

// -----
#map = affine_map<(d0) -> (d0)>
"builtin.module"() ({
  "o.t"() {a = [1, 2, -3], b = -1 : i64, c = 31 : i64, d = 1.500000e+00 : f64, e = -1.500000e-03 : f32, f = @a, g = array<i8: 1>, h = dense<[1, -2]> : tensor<2xi8>, i = i32, j = !a.b, k = #a.b, l = "x", m = {n = 1 : i64}, o = #map} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":54:9)
#loc1 = loc("<stdin>":56:1)

// -----
#loc1 = loc("a":1:2)
#loc2 = loc("b")
#loc4 = loc("c")
#loc6 = loc(callsite(#loc1 at #loc2))
#loc8 = loc(fused<{k = #loc1}>[#loc1, #loc4])
"builtin.module"() ({
  "o.l"() {a = #loc1} : () -> () loc(#loc1)
  "o.l"() {a = #loc6} : () -> () loc(#loc1)
  "o.l"() ({
  ^bb0(%arg0: i32 loc(callsite(#loc1 at #loc2)), %arg1: i1 loc(fused<{k = #loc1}>[#loc1, #loc4])):
    "o.l"(%arg0, %arg1) : (i32, i1) -> () loc(#loc7)
  }) : () -> () loc(#loc3)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":57:9)
#loc3 = loc("<stdin>":62:1)
#loc5 = loc("d")
#loc7 = loc(fused<#loc1>[#loc5])

// -----
"builtin.module"() ({
  %0 = "o.n"() {a = tensor<2xf32, {b = tensor<2xf32, {c = "}>", d = #x.y<"}>", {}>}>, e = "\22>"}>} : () -> memref<2xf32, {s = "("}> loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":66:9)
#loc1 = loc("<stdin>":68:1)

// -----
"builtin.module"() ({
  %0 = "o.t"() : () -> i32 loc(#loc1)
  %1 = "o.t"() : () -> (((i32) -> i32) -> i32) loc(#loc2)
  %2 = "o.t"() : () -> (() -> ()) loc(#loc3)
  %3 = "o.t"(%1) : (((i32) -> i32) -> i32) -> (() -> (() -> (i32, i32))) loc(#loc4)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":69:9)
#loc1 = loc("<stdin>":71:6)
#loc2 = loc("<stdin>":72:6)
#loc3 = loc("<stdin>":73:6)
#loc4 = loc("<stdin>":74:6)

// -----
"builtin.module"() ({
  "o.d"() {a = tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<tuple<i1>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>>, b = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]], c = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = {k = 1 : i64}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}, d = #a<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<([{<>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>}])>, e = () -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> (() -> ()))))))))))))))))))))))))))))))))))))))))} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":75:9)
#loc1 = loc("<stdin>":77:1)

// -----
"builtin.module"() ({
  "o.d"() ({
    "o.d"() ({
      "o.d"() ({
        "o.d"() ({
          "o.d"() ({
            "o.d"() ({
              "o.d"() ({
                "o.d"() ({
                  "o.d"() ({
                    "o.d"() ({
                      "o.d"() ({
                        "o.d"() ({
                          "o.d"() ({
                            "o.d"() ({
                              "o.d"() ({
                                "o.d"() ({
                                  "o.d"() ({
                                    "o.d"() ({
                                      "o.d"() ({
                                        "o.d"() ({
                                          "o.d"() ({
                                            "o.d"() ({
                                              "o.d"() ({
                                                "o.d"() ({
                                                  "o.d"() ({
                                                    "o.d"() ({
                                                      "o.d"() ({
                                                        "o.d"() ({
                                                          "o.d"() ({
                                                            "o.d"() ({
                                                              "o.d"() ({
                                                                "o.d"() ({
                                                                  "o.d"() ({
                                                                    "o.d"() ({
                                                                      "o.d"() ({
                                                                        "o.d"() ({
                                                                          "o.d"() ({
                                                                            "o.d"() ({
                                                                              "o.d"() ({
                                                                                "o.d"() ({
                                                                                  "o.d"() ({
                                                                                    "o.d"() ({
                                                                                      "o.d"() ({
                                                                                        "o.d"() ({
                                                                                          "o.d"() ({
                                                                                            "o.d"() ({
                                                                                              "o.d"() ({
                                                                                                "o.d"() ({
                                                                                                  "o.d"() ({
                                                                                                    "o.d"() ({
                                                                                                      "o.d"() ({
                                                                                                        "o.d"() ({
                                                                                                          "o.d"() ({
                                                                                                            "o.d"() ({
                                                                                                              "o.d"() ({
                                                                                                                "o.d"() ({
                                                                                                                  "o.d"() ({
                                                                                                                    "o.d"() ({
                                                                                                                      "o.d"() ({
                                                                                                                        "o.d"() ({
                                                                                                                          "o.d"() ({
                                                                                                                            "o.d"() ({
                                                                                                                              "o.d"() ({
                                                                                                                                "o.d"() ({
                                                                                                                                  "o.d"() ({
                                                                                                                                    "o.d"() ({
                                                                                                                                      "o.d"() ({
                                                                                                                                        "o.d"() ({
                                                                                                                                          "o.d"() ({
                                                                                                                                            "o.d"() ({
                                                                                                                                              "o.d"() ({
                                                                                                                                                "o.d"() ({
                                                                                                                                                  "o.d"() ({
                                                                                                                                                    "o.d"() ({
                                                                                                                                                      "o.d"() ({
                                                                                                                                                        "o.d"() ({
                                                                                                                                                          "o.d"() ({
                                                                                                                                                            "o.d"() ({
                                                                                                                                                              "o.d"() ({
                                                                                                                                                                "o.d"() ({
                                                                                                                                                                  "o.d"() ({
                                                                                                                                                                    "o.d"() ({
                                                                                                                                                                      "o.d"() ({
                                                                                                                                                                        "o.d"() ({
                                                                                                                                                                          "o.d"() ({
                                                                                                                                                                            "o.d"() ({
                                                                                                                                                                              "o.d"() ({
                                                                                                                                                                                "o.d"() ({
                                                                                                                                                                                  "o.d"() ({
                                                                                                                                                                                    "o.d"() ({
                                                                                                                                                                                      "o.d"() ({
                                                                                                                                                                                        "o.d"() ({
                                                                                                                                                                                          "o.d"() ({
                                                                                                                                                                                            "o.d"() ({
                                                                                                                                                                                              "o.d"() ({
                                                                                                                                                                                                "o.d"() ({
                                                                                                                                                                                                  "o.d"() ({
                                                                                                                                                                                                    "o.d"() ({
                                                                                                                                                                                                      "o.d"() ({
                                                                                                                                                                                                        "o.d"() ({
                                                                                                                                                                                                        }) : () -> () loc(#loc100)
                                                                                                                                                                                                      }) : () -> () loc(#loc99)
                                                                                                                                                                                                    }) : () -> () loc(#loc98)
                                                                                                                                                                                                  }) : () -> () loc(#loc97)
                                                                                                                                                                                                }) : () -> () loc(#loc96)
                                                                                                                                                                                              }) : () -> () loc(#loc95)
                                                                                                                                                                                            }) : () -> () loc(#loc94)
                                                                                                                                                                                          }) : () -> () loc(#loc93)
                                                                                                                                                                                        }) : () -> () loc(#loc92)
                                                                                                                                                                                      }) : () -> () loc(#loc91)
                                                                                                                                                                                    }) : () -> () loc(#loc90)
                                                                                                                                                                                  }) : () -> () loc(#loc89)
                                                                                                                                                                                }) : () -> () loc(#loc88)
                                                                                                                                                                              }) : () -> () loc(#loc87)
                                                                                                                                                                            }) : () -> () loc(#loc86)
                                                                                                                                                                          }) : () -> () loc(#loc85)
                                                                                                                                                                        }) : () -> () loc(#loc84)
                                                                                                                                                                      }) : () -> () loc(#loc83)
                                                                                                                                                                    }) : () -> () loc(#loc82)
                                                                                                                                                                  }) : () -> () loc(#loc81)
                                                                                                                                                                }) : () -> () loc(#loc80)
                                                                                                                                                              }) : () -> () loc(#loc79)
                                                                                                                                                            }) : () -> () loc(#loc78)
                                                                                                                                                          }) : () -> () loc(#loc77)
                                                                                                                                                        }) : () -> () loc(#loc76)
                                                                                                                                                      }) : () -> () loc(#loc75)
                                                                                                                                                    }) : () -> () loc(#loc74)
                                                                                                                                                  }) : () -> () loc(#loc73)
                                                                                                                                                }) : () -> () loc(#loc72)
                                                                                                                                              }) : () -> () loc(#loc71)
                                                                                                                                            }) : () -> () loc(#loc70)
                                                                                                                                          }) : () -> () loc(#loc69)
                                                                                                                                        }) : () -> () loc(#loc68)
                                                                                                                                      }) : () -> () loc(#loc67)
                                                                                                                                    }) : () -> () loc(#loc66)
                                                                                                                                  }) : () -> () loc(#loc65)
                                                                                                                                }) : () -> () loc(#loc64)
                                                                                                                              }) : () -> () loc(#loc63)
                                                                                                                            }) : () -> () loc(#loc62)
                                                                                                                          }) : () -> () loc(#loc61)
                                                                                                                        }) : () -> () loc(#loc60)
                                                                                                                      }) : () -> () loc(#loc59)
                                                                                                                    }) : () -> () loc(#loc58)
                                                                                                                  }) : () -> () loc(#loc57)
                                                                                                                }) : () -> () loc(#loc56)
                                                                                                              }) : () -> () loc(#loc55)
                                                                                                            }) : () -> () loc(#loc54)
                                                                                                          }) : () -> () loc(#loc53)
                                                                                                        }) : () -> () loc(#loc52)
                                                                                                      }) : () -> () loc(#loc51)
                                                                                                    }) : () -> () loc(#loc50)
                                                                                                  }) : () -> () loc(#loc49)
                                                                                                }) : () -> () loc(#loc48)
                                                                                              }) : () -> () loc(#loc47)
                                                                                            }) : () -> () loc(#loc46)
                                                                                          }) : () -> () loc(#loc45)
                                                                                        }) : () -> () loc(#loc44)
                                                                                      }) : () -> () loc(#loc43)
                                                                                    }) : () -> () loc(#loc42)
                                                                                  }) : () -> () loc(#loc41)
                                                                                }) : () -> () loc(#loc40)
                                                                              }) : () -> () loc(#loc39)
                                                                            }) : () -> () loc(#loc38)
                                                                          }) : () -> () loc(#loc37)
                                                                        }) : () -> () loc(#loc36)
                                                                      }) : () -> () loc(#loc35)
                                                                    }) : () -> () loc(#loc34)
                                                                  }) : () -> () loc(#loc33)
                                                                }) : () -> () loc(#loc32)
                                                              }) : () -> () loc(#loc31)
                                                            }) : () -> () loc(#loc30)
                                                          }) : () -> () loc(#loc29)
                                                        }) : () -> () loc(#loc28)
                                                      }) : () -> () loc(#loc27)
                                                    }) : () -> () loc(#loc26)
                                                  }) : () -> () loc(#loc25)
                                                }) : () -> () loc(#loc24)
                                              }) : () -> () loc(#loc23)
                                            }) : () -> () loc(#loc22)
                                          }) : () -> () loc(#loc21)
                                        }) : () -> () loc(#loc20)
                                      }) : () -> () loc(#loc19)
                                    }) : () -> () loc(#loc18)
                                  }) : () -> () loc(#loc17)
                                }) : () -> () loc(#loc16)
                              }) : () -> () loc(#loc15)
                            }) : () -> () loc(#loc14)
                          }) : () -> () loc(#loc13)
                        }) : () -> () loc(#loc12)
                      }) : () -> () loc(#loc11)
                    }) : () -> () loc(#loc10)
                  }) : () -> () loc(#loc9)
                }) : () -> () loc(#loc8)
              }) : () -> () loc(#loc7)
            }) : () -> () loc(#loc6)
          }) : () -> () loc(#loc5)
        }) : () -> () loc(#loc4)
      }) : () -> () loc(#loc3)
    }) : () -> () loc(#loc2)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":78:9)
#loc1 = loc("<stdin>":80:1)
#loc2 = loc("<stdin>":81:1)
#loc3 = loc("<stdin>":82:1)
#loc4 = loc("<stdin>":83:1)
#loc5 = loc("<stdin>":84:1)
#loc6 = loc("<stdin>":85:1)
#loc7 = loc("<stdin>":86:1)
#loc8 = loc("<stdin>":87:1)
#loc9 = loc("<stdin>":88:1)
#loc10 = loc("<stdin>":89:1)
#loc11 = loc("<stdin>":90:1)
#loc12 = loc("<stdin>":91:1)
#loc13 = loc("<stdin>":92:1)
#loc14 = loc("<stdin>":93:1)
#loc15 = loc("<stdin>":94:1)
#loc16 = loc("<stdin>":95:1)
#loc17 = loc("<stdin>":96:1)
#loc18 = loc("<stdin>":97:1)
#loc19 = loc("<stdin>":98:1)
#loc20 = loc("<stdin>":99:1)
#loc21 = loc("<stdin>":100:1)
#loc22 = loc("<stdin>":101:1)
#loc23 = loc("<stdin>":102:1)
#loc24 = loc("<stdin>":103:1)
#loc25 = loc("<stdin>":104:1)
#loc26 = loc("<stdin>":105:1)
#loc27 = loc("<stdin>":106:1)
#loc28 = loc("<stdin>":107:1)
#loc29 = loc("<stdin>":108:1)
#loc30 = loc("<stdin>":109:1)
#loc31 = loc("<stdin>":110:1)
#loc32 = loc("<stdin>":111:1)
#loc33 = loc("<stdin>":112:1)
#loc34 = loc("<stdin>":113:1)
#loc35 = loc("<stdin>":114:1)
#loc36 = loc("<stdin>":115:1)
#loc37 = loc("<stdin>":116:1)
#loc38 = loc("<stdin>":117:1)
#loc39 = loc("<stdin>":118:1)
#loc40 = loc("<stdin>":119:1)
#loc41 = loc("<stdin>":120:1)
#loc42 = loc("<stdin>":121:1)
#loc43 = loc("<stdin>":122:1)
#loc44 = loc("<stdin>":123:1)
#loc45 = loc("<stdin>":124:1)
#loc46 = loc("<stdin>":125:1)
#loc47 = loc("<stdin>":126:1)
#loc48 = loc("<stdin>":127:1)
#loc49 = loc("<stdin>":128:1)
#loc50 = loc("<stdin>":129:1)
#loc51 = loc("<stdin>":130:1)
#loc52 = loc("<stdin>":131:1)
#loc53 = loc("<stdin>":132:1)
#loc54 = loc("<stdin>":133:1)
#loc55 = loc("<stdin>":134:1)
#loc56 = loc("<stdin>":135:1)
#loc57 = loc("<stdin>":136:1)
#loc58 = loc("<stdin>":137:1)
#loc59 = loc("<stdin>":138:1)
#loc60 = loc("<stdin>":139:1)
#loc61 = loc("<stdin>":140:1)
#loc62 = loc("<stdin>":141:1)
#loc63 = loc("<stdin>":142:1)
#loc64 = loc("<stdin>":143:1)
#loc65 = loc("<stdin>":144:1)
#loc66 = loc("<stdin>":145:1)
#loc67 = loc("<stdin>":146:1)
#loc68 = loc("<stdin>":147:1)
#loc69 = loc("<stdin>":148:1)
#loc70 = loc("<stdin>":149:1)
#loc71 = loc("<stdin>":150:1)
#loc72 = loc("<stdin>":151:1)
#loc73 = loc("<stdin>":152:1)
#loc74 = loc("<stdin>":153:1)
#loc75 = loc("<stdin>":154:1)
#loc76 = loc("<stdin>":155:1)
#loc77 = loc("<stdin>":156:1)
#loc78 = loc("<stdin>":157:1)
#loc79 = loc("<stdin>":158:1)
#loc80 = loc("<stdin>":159:1)
#loc81 = loc("<stdin>":160:1)
#loc82 = loc("<stdin>":161:1)
#loc83 = loc("<stdin>":162:1)
#loc84 = loc("<stdin>":163:1)
#loc85 = loc("<stdin>":164:1)
#loc86 = loc("<stdin>":165:1)
#loc87 = loc("<stdin>":166:1)
#loc88 = loc("<stdin>":167:1)
#loc89 = loc("<stdin>":168:1)
#loc90 = loc("<stdin>":169:1)
#loc91 = loc("<stdin>":170:1)
#loc92 = loc("<stdin>":171:1)
#loc93 = loc("<stdin>":172:1)
#loc94 = loc("<stdin>":173:1)
#loc95 = loc("<stdin>":174:1)
#loc96 = loc("<stdin>":175:1)
#loc97 = loc("<stdin>":176:1)
#loc98 = loc("<stdin>":177:1)
#loc99 = loc("<stdin>":178:1)
#loc100 = loc("<stdin>":179:1)

// -----
#di_subprogram = #llvm.di_subprogram<recId = distinct[0]<>, isRecSelf = true>
#distinct = distinct[1]<"x">
#distinct1 = distinct[2]<"y">
"builtin.module"() ({
  "o.d"() {a = #di_subprogram, b = #distinct, c = #distinct1, d = distinct[0]<>} : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":280:9)
#loc1 = loc("<stdin>":282:1)
